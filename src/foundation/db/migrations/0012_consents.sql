-- breaking: no
-- What a person agreed to and whom they were told of, each time that they did: [{"version": "…", "at": "…",
-- "providers": ["…"]}, …]. Nobody else is asked to check them. The columns beside it say when it was first.

alter table checks add column consents jsonb not null default '[]';

-- Whoever had agreed before was told of the provider of their check.
update checks
set consents = jsonb_build_array(
  jsonb_build_object(
    'version', consent_version, 'at', consented_at, 'providers', jsonb_build_array(provider_code)
  )
)
where consented_at is not null;
