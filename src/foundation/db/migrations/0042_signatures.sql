-- breaking: no
-- locks: none
-- Which functions of the database are ours, and the number of the last set that had each.
create table schema_signatures (
  signature text primary key,
  number integer not null
);
-- Version 0.1.0 kept no record of its functions. Only this one was dropped from the files since.
insert into schema_signatures (signature, number)
select s, 0 from (values ('calls_review_delivered(integer[],uuid[])')) f (s)
where to_regprocedure(s) is not null;
