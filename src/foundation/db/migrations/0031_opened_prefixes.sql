-- breaking: no
-- locks: closed_prefixes, for a moment.
-- When a person opened the prefix; null for one whose closure ran out. Only the former stays open for an hour.
alter table closed_prefixes add column opened_at timestamptz;
