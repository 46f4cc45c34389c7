-- breaking: no
-- locks: none
-- Where customers send bank transfers, in the operator's own words. Without a row, no customer is offered to pay so.
create table bank_payee (
  one boolean primary key default true check (one),
  details text not null check (details <> '')
);
create constraint trigger bank_payee_audited
after insert or update or delete on bank_payee
deferrable initially deferred
for each row execute function audit_row('one', '', '');
