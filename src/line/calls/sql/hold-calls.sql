-- The hold: the database's half of the line, for a whole batch of calls in one round trip and one
-- commit. This function owns the order of the questions; each question is a function of its own
-- folder and returns a verdict per call (null: continue). The result names only the calls that were
-- not held.
--
-- Everything about a wallet happens under that wallet's row lock, taken first and in order, so two
-- processes with calls of the same account queue here. Each statement in a plpgsql function sees
-- what was committed before it began, so reads after the lock are current.
--
-- A batch arrives as one array per column, and an array of only nulls as null. Arrays of a
-- composite type read better, but taking 24 columns apart in each of six statements cost a fifth of
-- the hold. Columns are unnested side by side in a select list: in a FROM clause every column is
-- materialized and read back, which cost a twentieth of the statement.
--
-- The planner is pinned to index lookups: a batch is small compared with its tables, but a plan
-- made while they were empty would scan them forever.
create or replace function hold_calls(
  p_now timestamptz,
  p_time_zone text,
  -- Whether a settle in the same statement has already locked the wallets.
  p_is_locked boolean,
  -- The wallets of the batch, one row per pair of versions that its calls were decided with.
  p_wallet_account integer[],
  p_wallet_mode text[],
  p_account_version integer[],
  p_platform_version integer[],
  p_account integer[],
  p_mode text[],
  p_key integer[],
  p_call uuid[],
  p_product text[],
  p_price_source text[],
  p_unit_price bigint[],
  p_parts smallint[],
  p_amount bigint[],
  p_provider text[],
  p_template text[],
  -- The content of the batch's messages, sealed together; null if there is none.
  p_content uuid,
  p_sealed bytea,
  p_idempotency bytea[],
  p_body bytea[],
  p_language text[],
  p_number bytea[],
  p_code bytea[],
  p_prefix text[],
  p_per_minute integer[],
  p_per_hour integer[],
  p_per_day integer[],
  p_key_cap bigint[],
  p_account_cap bigint[],
  p_trace text[] default null,
  -- Of starts of a verification.
  p_purpose text[] default null,
  p_verification_code bytea[] default null,
  p_ttl integer[] default null,
  p_reference text[] default null,
  -- The call and price of each start's approval; null where it costs nothing.
  p_approval uuid[] default null,
  p_approval_source text[] default null,
  p_approval_price bigint[] default null,
  -- The second provider of a start.
  p_next_provider text[] default null,
  -- The open verification whose code a start sends again.
  p_kept uuid[] default null
) returns table (ord integer, verdict text, retry_after_ms integer)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
  v_day date;
  v_is_clear boolean;
  -- An assignment calls a function directly; PERFORM starts an executor for it, which takes 10 µs.
  v_is_done boolean;
  v_verdict text[];
  v_retry_ms integer[];
  v_is_known boolean[];
  v_latest uuid[];
  -- What each call asks for, with the approval that it may hold besides.
  v_ask bigint[] := p_amount;
  v_provider text[] := p_provider;
  -- An idempotency key belongs to an operation, and the channels of a verification share one.
  v_operation text[] := array_replace(
    array_replace(p_product, 'verify_voice', 'verify_start'), 'verify_email', 'verify_start'
  );
begin
  if not p_is_locked then
    v_is_done := ledger_lock_wallets(p_wallet_account, p_wallet_mode) is null;
  end if;
  -- Read under the lock, so that a wallet's calls have times in their order.
  v_now := coalesce(p_now, clock_timestamp());
  v_day := (v_now at time zone p_time_zone)::date;

  if p_approval is not null then
    v_ask := verifications_ask(
      p_now => v_now, p_account => p_account, p_amount => p_amount,
      p_approval_price => p_approval_price
    );
  end if;
  -- A typical batch has current terms and enough money: one query confirms it, and only otherwise
  -- is each call examined.
  v_is_clear := p_key_cap is null and p_account_cap is null
    and not exists (
      select
      from unnest(p_wallet_account, p_account_version, p_platform_version)
        as d (account_id, account_version, platform_version)
      join accounts a on a.account_id = d.account_id
      cross join platform p
      where a.version <> d.account_version or p.version <> d.platform_version
    )
    and not exists (
      select
      from (
        select i.account_id, i.mode, sum(i.amount) as asked
        from (
          select unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(v_ask) as amount
        ) i
        group by i.account_id, i.mode
      ) a
      join wallets w on w.account_id = a.account_id and w.mode = a.mode
      where a.asked > ledger_spendable(w.available, w.held, w.credit_limit)
    );

  if not v_is_clear then
    v_verdict := calls_find_stale(
      p_wallet_account => p_wallet_account, p_account_version => p_account_version,
      p_platform_version => p_platform_version, p_account => p_account
    );
  end if;
  -- A repeat is recognized before it can be refused for money or limits; if neither can happen, the
  -- claim below recognizes it.
  if p_idempotency is not null
    and (p_per_day is not null or p_purpose is not null or not v_is_clear)
  then
    v_verdict := idempotency_check_claims(
      p_verdict => v_verdict, p_account => p_account, p_mode => p_mode, p_product => v_operation,
      p_idempotency => p_idempotency, p_body => p_body, p_call => p_call
    );
  end if;
  if p_per_day is not null then
    select l.verdict, l.retry_after_ms, l.is_known
    into v_verdict, v_retry_ms, v_is_known
    from limits_check(
      p_verdict => v_verdict, p_now => v_now, p_account => p_account, p_mode => p_mode,
      p_product => p_product, p_number => p_number, p_code => p_code, p_prefix => p_prefix,
      p_per_minute => p_per_minute, p_per_hour => p_per_hour, p_per_day => p_per_day,
      p_idempotency => p_idempotency
    ) l;
  end if;
  if p_purpose is not null then
    select f.verdict, f.retry_after_ms, f.latest
    into v_verdict, v_retry_ms, v_latest
    from verifications_find(
      p_verdict => v_verdict, p_retry_ms => v_retry_ms, p_now => v_now, p_account => p_account,
      p_mode => p_mode, p_number => p_number, p_purpose => p_purpose, p_kept => p_kept
    ) f;
    if p_next_provider is not null and cardinality(array_remove(v_latest, null)) > 0 then
      v_provider := calls_turn_providers(
        p_now => v_now, p_account => p_account, p_latest => v_latest, p_provider => p_provider,
        p_next_provider => p_next_provider
      );
    end if;
  end if;
  if not v_is_clear then
    if p_approval is not null then
      v_ask := verifications_ask(
        p_now => v_now, p_account => p_account, p_amount => p_amount,
        p_approval_price => p_approval_price, p_latest => v_latest
      );
    end if;
    v_verdict := ledger_afford(
      p_verdict => v_verdict, p_day => v_day, p_account => p_account, p_mode => p_mode,
      p_key => p_key, p_amount => v_ask, p_key_cap => p_key_cap, p_account_cap => p_account_cap
    );
  end if;
  if p_idempotency is not null then
    v_verdict := idempotency_claim_keys(
      p_verdict => v_verdict, p_now => v_now, p_account => p_account, p_mode => p_mode,
      p_product => v_operation, p_idempotency => p_idempotency, p_body => p_body,
      p_language => p_language, p_call => p_call
    );
  end if;

  if p_content is not null and (v_verdict is null or array_position(v_verdict, null) is not null) then
    v_is_done := messages_keep_contents(p_content, p_sealed) is null;
  end if;
  insert into calls (
    account_id, call_id, mode, key_id, product, price_source, unit_price, amount, parts,
    template_id, day, held_at, state, idempotency_hash, content_id, number_hash, prefix,
    message_state, provider_code
  )
  select i.account_id, i.call_id, i.mode, i.key_id, i.product, i.price_source, i.unit_price,
    i.amount, i.parts, i.template_id, v_day, v_now, 'held', i.idempotency_hash,
    case when i.number_hash is not null then p_content end, i.number_hash, i.prefix,
    case when i.number_hash is not null then 'accepted'::message_state end, i.provider_code
  from (
    select unnest(p_account) as account_id, unnest(p_call) as call_id, unnest(p_mode) as mode,
      unnest(p_key) as key_id, unnest(p_product) as product,
      unnest(p_price_source) as price_source, unnest(p_unit_price) as unit_price,
      unnest(p_amount) as amount, unnest(p_parts) as parts, unnest(p_template) as template_id,
      unnest(p_idempotency) as idempotency_hash, unnest(p_number) as number_hash,
      unnest(p_prefix) as prefix, unnest(v_provider) as provider_code,
      unnest(v_verdict) as verdict
  ) i
  where i.verdict is null;

  if p_trace is not null then
    perform calls_keep_traces(p_verdict => v_verdict, p_call => p_call, p_trace => p_trace);
  end if;
  v_is_done := ledger_hold(
    p_verdict => v_verdict, p_now => v_now, p_day => v_day, p_account => p_account,
    p_mode => p_mode, p_key => p_key, p_call => p_call, p_amount => p_amount
  ) is null;
  if p_per_day is not null then
    perform limits_count(
      p_verdict => v_verdict, p_is_known => v_is_known, p_now => v_now, p_account => p_account,
      p_mode => p_mode, p_product => p_product, p_number => p_number, p_code => p_code,
      p_per_day => p_per_day
    );
  end if;
  if p_purpose is not null then
    return query
    -- A start that changed its provider names it.
    select s.ord,
      concat_ws(' ', s.verdict, case when v_provider[s.ord] <> p_provider[s.ord] then v_provider[s.ord] end),
      s.retry_after_ms
    from verifications_start(
      p_verdict => v_verdict, p_now => v_now, p_account => p_account, p_mode => p_mode,
      p_call => p_call, p_number => p_number, p_purpose => p_purpose, p_code => p_verification_code,
      p_ttl => p_ttl, p_reference => p_reference, p_latest => v_latest, p_day => v_day,
      p_key => p_key, p_approval => p_approval, p_approval_source => p_approval_source,
      p_approval_price => p_approval_price
    ) s;
  end if;
  if cardinality(array_remove(v_verdict, null)) > 0 then
    perform ledger_count_refused(
      p_verdict => v_verdict, p_day => v_day, p_account => p_account, p_mode => p_mode,
      p_product => p_product
    );
    return query
    select n, v_verdict[n], v_retry_ms[n]
    from generate_series(1, cardinality(v_verdict)) n
    where v_verdict[n] is not null;
  end if;
end $$;
