-- breaking: no
-- locks: bank_lines, 0 s
-- What a pay-out took from the vendor's balance, where that was charged in another currency than the bank's.
alter table bank_lines add column cleared bigint;
alter table bank_lines add column cleared_currency text;
-- No row is read: both are null.
alter table bank_lines add constraint bank_lines_cleared check (
  (cleared is null) = (cleared_currency is null) and (cleared is null or state = 'paid_out')
) not valid;
