-- Erases the keyed hashes and prefixes of numbers from calls whose message is no longer kept. It goes
-- on from where it last stopped, for one step, and reports whether there is more. A step covers an
-- hour, or less if it has many calls; where there are none, it goes on at the next call.
create or replace function messages_erase_numbers(p_now timestamptz, p_kept interval)
returns table (erased integer, is_behind boolean)
language plpgsql
set enable_seqscan = off
as $$
declare
  v_most constant integer := 2000;
  v_end timestamptz := coalesce(p_now, clock_timestamp()) - p_kept;
  v_from timestamptz;
  v_to timestamptz;
  v_next timestamptz;
begin
  erased := 0;
  is_behind := false;
  select s.swept_until into v_from from number_sweep s for update skip locked;
  if not found or v_from >= v_end then
    -- Without rows, another process is running it. A position ahead comes from a clock that was ahead:
    -- the calls that are made until it is reached would be left out.
    update number_sweep set swept_until = v_end where v_from > v_end;
    return next;
    return;
  end if;

  v_to := least(v_from + interval '1 hour', v_end);
  select c.held_at + interval '1 microsecond' into v_next
  from calls c
  where c.held_at >= v_from and c.held_at < v_to and c.number_hash is not null
  order by c.held_at
  offset v_most limit 1;
  v_to := coalesce(v_next, v_to);
  with forgotten as (
    update calls c
    set number_hash = null, prefix = null, content_id = null
    where c.held_at >= v_from and c.held_at < v_to and c.number_hash is not null
    returning 1
  )
  select count(*) into erased from forgotten;
  if erased = 0 then
    select min(c.held_at) into v_to
    from calls c
    where c.held_at >= v_to and c.held_at < v_end and c.number_hash is not null;
  end if;
  update number_sweep set swept_until = coalesce(v_to, v_end);
  is_behind := coalesce(v_to, v_end) < v_end;
  return next;
end $$;
