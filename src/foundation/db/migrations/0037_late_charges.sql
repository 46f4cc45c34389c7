-- breaking: no
-- locks: transfers, 0 s
-- No row is read: the new rule allows everything that the old one did.
-- A released call that later evidence contradicts can be charged after all (4), once.
alter table transfers
  drop constraint transfers_check,
  add constraint transfers_check check (
    amount > 0 and case phase
      when 0 then from_account in ('top_up', 'adjustment') and to_account = 'wallet'
        or from_account = 'wallet' and to_account = 'adjustment'
      when 1 then from_account = 'wallet' and to_account = 'held'
      when 2 then from_account = 'held' and to_account in ('revenue', 'wallet')
      when 3 then from_account = 'revenue' and to_account = 'wallet'
      when 4 then from_account = 'wallet' and to_account = 'revenue'
      else false
    end
  ) not valid;
