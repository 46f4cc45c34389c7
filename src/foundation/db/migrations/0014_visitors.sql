-- breaking: no
-- Which browser opened the link first, by a hash of the name that its page gave itself, on what kind of
-- device; and when a phone opened it after another had. Who began returns to the asker, and a desktop
-- tells that the phone has come, whichever process serves either of them.

alter table checks
  add column begun_by bytea,
  add column begun_on text check (begun_on in ('wechat', 'mobile', 'desktop')),
  add column joined_at timestamptz;
