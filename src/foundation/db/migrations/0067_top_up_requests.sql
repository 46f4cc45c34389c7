-- breaking: no
-- locks: none
-- When an account last asked the operator for a top-up. The audit log says who asked.
create table top_up_requests (
  account_id integer primary key,
  asked_at timestamptz not null
);
