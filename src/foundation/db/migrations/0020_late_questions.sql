-- breaking: no
-- Messages that are to be asked about, provider by provider, so that one who lets everyone wait costs nothing
-- to pass over.
drop index provider_refs_poll;
create index provider_refs_due on provider_refs (provider_code, poll_at) where poll_at is not null;

-- What was sent a moment ago is looked through for silence, too, and not only what the last vacuum saw.
alter index provider_refs_made set (autosummarize = on);

-- How far the search for messages whose provider tells by itself, and has told nothing, has come: one search
-- for each time that such a provider is asked.
create table silence_sweeps (
  question smallint primary key,
  swept_until timestamptz not null
);
