-- breaking: yes
-- A template is assigned to a product, for everyone or for an account, and for a language of callers or
-- for all. The most specific assignment wins: an account's own before everyone's, a language's before all.
create table template_assignments (
  product text not null references products,
  account_id integer references accounts,
  language text check (language in ('en', 'zh')),
  template_id text not null references templates,
  unique nulls not distinct (product, account_id, language)
);
insert into template_assignments (product, account_id, template_id)
select product, null, template_id from product_templates
union all
select product, account_id, template_id from account_templates;
drop table product_templates, account_templates;

-- What belongs to an account or to everyone is told to that one, whichever table it is in.
alter function bump_route() rename to bump_owner;
create trigger template_assignments_changed after insert or update or delete on template_assignments
for each row execute function bump_owner();

-- It takes more than it did, and a function of other parameters would stand beside the old one.
drop function if exists checks_note_session;

-- For how providers did of late, which goes by time over all accounts; rows arrive in that order.
create index attempts_started on attempts using brin (started_at)
with (pages_per_range = 32, autosummarize = on);
