-- breaking: no
-- locks: none
-- Whether older servers can work with the database after a migration. An older program that does not know the
-- migration reads it here, and starts or refuses.
alter table schema_migrations add column if not exists is_breaking boolean;
