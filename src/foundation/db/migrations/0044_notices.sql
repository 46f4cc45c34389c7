-- breaking: no
-- locks: none
-- What the operator is being notified of, by each way (mail, webhook): one row from the first sight of a condition
-- until its end was told.
create table notices (
  channel text not null,
  kind text not null,
  subject text not null,
  text_en text not null,
  text_zh text not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When it was told last; null before the first time.
  told_at timestamptz,
  primary key (channel, kind, subject)
);
