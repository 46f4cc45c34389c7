-- breaking: no
-- locks: none
-- The conditions that the operator is notified of, by channel (mail, webhook). A row exists from when
-- a condition is first seen until the notice of its end was sent.
create table notices (
  channel text not null,
  kind text not null,
  subject text not null,
  text_en text not null,
  text_zh text not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When the last notice was sent; null before the first one.
  told_at timestamptz,
  primary key (channel, kind, subject)
);
