-- breaking: no
-- locks: job_runs, for a moment.
-- Which process runs a shared job, and when it last said so. A run whose process stops saying so is taken over.
-- A server of the version before says nothing: its runs are waited for, as they always were.
alter table job_runs add column owner uuid, add column beat_at timestamptz;
