-- Binds the books to a currency and a time zone, and returns what they are bound to. They change as long as no live
-- amount exists: amounts have no unit of their own, and statements were issued by days of that zone. Closings of
-- test wallets are then made again.
create or replace function ledger_bind_books(p_currency text, p_time_zone text)
returns table (currency text, time_zone text)
language plpgsql as $$
begin
  -- Without a lock, because a closing keeps the row for as long as it takes.
  if exists (select from ledger_closed c where c.currency = p_currency and c.time_zone = p_time_zone) then
    return query select p_currency, p_time_zone;
    return;
  end if;
  perform from ledger_closed for update;
  if exists (select from ledger_closed c where c.currency is null)
    or not exists (select from transfers t where t.mode = 'live')
  then
    if exists (select from ledger_closed c where c.time_zone <> p_time_zone) then
      delete from closing_products;
      delete from closings;
      update ledger_closed set closed_until = '-infinity';
    end if;
    update ledger_closed set currency = p_currency, time_zone = p_time_zone;
  end if;
  return query select c.currency, c.time_zone from ledger_closed c;
end $$;
