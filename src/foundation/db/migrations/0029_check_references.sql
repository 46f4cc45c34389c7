-- breaking: no
-- Persons name their check by the last eight characters of its id, and whoever is asked for it looked through all.
create index checks_reference on checks (right(check_id::text, 8));
