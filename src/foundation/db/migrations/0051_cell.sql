-- breaking: no
-- locks: none
-- The number of this installation among several behind one public address, if it has one. Keys carry it, so it never
-- changes.
create table cell (
  one boolean primary key default true check (one),
  number integer not null check (number between 1 and 2000)
);
