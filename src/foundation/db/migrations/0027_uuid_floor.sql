-- breaking: no
-- Ids count from 1970 on, so nothing has an id of before: the least id of an earlier time is the least of all. It was
-- among the greatest, and whoever asked for everything since such a time found nothing.
create or replace function uuid_floor(p_at timestamptz) returns uuid language sql immutable as $$
  select (
    lpad(to_hex((extract(epoch from greatest(p_at, to_timestamp(0))) * 1000)::bigint), 12, '0')
      || '00000000000000000000'
  )::uuid
$$;
