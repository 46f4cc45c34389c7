-- breaking: no
-- locks: deliveries, 0 s
-- How an endpoint took what it was sent, in steps of five minutes: a day of a busy endpoint is too much to count on each
-- look. Rows are added in the transaction that stores the attempts, and kept for a week.
create table endpoint_steps (
  account_id integer not null,
  endpoint_id integer not null,
  step timestamptz not null,
  delivered integer not null,
  failed integer not null,
  -- Of the last failure in the step.
  last_status smallint,
  last_problem text,
  primary key (account_id, endpoint_id, step)
);

-- When a person last had it sent again.
alter table deliveries add column replayed_at timestamptz;
