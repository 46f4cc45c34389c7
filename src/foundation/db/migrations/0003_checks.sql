-- breaking: no
-- Until when somebody is starting a session with the provider: two taps at once start one session.
alter table checks add column starting_until timestamptz;

-- Where the person goes on with an open session. It lets whoever has it do the check, so it is
-- sealed, and it is forgotten when the check has ended.
alter table check_sessions add column sealed_url bytea;

-- An account's logo is kept here and served from our own address: the person's page asks nobody else.
create table account_logos (
  account_id integer primary key references accounts,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  image bytea not null check (length(image) <= 65536),
  stored_at timestamptz not null default now()
);
