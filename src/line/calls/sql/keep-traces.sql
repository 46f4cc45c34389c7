-- Keeps the traces of the held calls of a batch whose callers sent one.
create or replace function calls_keep_traces(p_verdict text[], p_call uuid[], p_trace text[])
returns void
language plpgsql as $$
begin
  insert into call_traces (call_id, trace)
  select i.call_id, i.trace
  from (
    select unnest(p_verdict) as verdict, unnest(p_call) as call_id, unnest(p_trace) as trace
  ) i
  where i.verdict is null and i.trace is not null;
end $$;
