-- The given time, or the database's if none is given. Citus allows a stable function where it refuses
-- `now()` inside COALESCE. Not in SQL: PostgreSQL would put the body in its place.
create or replace function db_time_or_now(p_time timestamptz) returns timestamptz
language plpgsql stable parallel safe as $$
begin
  return coalesce(p_time, now());
end $$;

-- Adding seconds depends on no time zone, so this is immutable, as Citus wants the functions of columns
-- in an UPDATE; adding an interval, which may be a month, is not.
create or replace function db_seconds_after(p_time timestamptz, p_seconds double precision)
returns timestamptz
language plpgsql immutable parallel safe as $$
begin
  return p_time + make_interval(secs => p_seconds);
end $$;
