-- breaking: no
-- locks: invoices_due, 0 s; fapiao_requests, 0 s
-- Why the documents of a payment could not be issued, and when that is tried again: it delays no other payment.
alter table invoices_due add column tries integer not null default 0;
alter table invoices_due add column try_at timestamptz not null default '-infinity';
-- In both languages.
alter table invoices_due add column fault jsonb;

-- The numbers of all fapiao that were noted: each is on one request. One that was noted twice before this stays with the first.
create table fapiao_numbers (
  fapiao_number text not null,
  -- Of a paper one; a digital one has none.
  fapiao_code text not null,
  account_id integer not null,
  request_id uuid not null,
  primary key (fapiao_number, fapiao_code),
  foreign key (account_id, request_id) references fapiao_requests
);
insert into fapiao_numbers (fapiao_number, fapiao_code, account_id, request_id)
select fapiao_number, fapiao_code, account_id, request_id
from fapiao_requests
where fapiao_number <> ''
order by request_id
on conflict do nothing;

create function keep_fapiao_number() returns trigger language plpgsql as $$
begin
  insert into fapiao_numbers (fapiao_number, fapiao_code, account_id, request_id)
  values (new.fapiao_number, new.fapiao_code, new.account_id, new.request_id);
  return null;
end $$;
create trigger fapiao_requests_numbered after update of fapiao_number on fapiao_requests
for each row when (old.fapiao_number = '' and new.fapiao_number <> '')
execute function keep_fapiao_number();
