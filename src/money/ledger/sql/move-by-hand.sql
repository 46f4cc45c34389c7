-- Movements by an operator. All of it happens under the wallet's row lock, taken first as in every
-- other movement.

-- CS000 is the SQLSTATE of a refusal: its message is the code of a row in
-- src/foundation/contract/refusals, its detail the values of that row.
drop function if exists ledger_refuse(text);
create or replace function ledger_refuse(p_code text, p_values jsonb) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'CS000', message = p_code, detail = p_values::text;
end $$;

-- A wallet is created with its account, so there is always a row to lock.
create or replace function ledger_open_wallets(p_account integer) returns void
language plpgsql as $$
begin
  insert into wallets (account_id, mode) values (p_account, 'test'), (p_account, 'live');
end $$;

-- Locks a wallet and reads it.
create or replace function ledger_take_wallet(
  p_account integer,
  p_mode text,
  out available bigint,
  out held bigint,
  out credit_limit bigint,
  out low_balance bigint
)
language plpgsql as $$
begin
  perform ledger_lock_wallets(array[p_account], array[p_mode]);
  select w.available, w.held, w.credit_limit, w.low_balance
  into available, held, credit_limit, low_balance
  from wallets w
  where w.account_id = p_account and w.mode = p_mode;
  if not found then
    perform ledger_refuse('account_not_found', jsonb_build_object('account', p_account));
  end if;
end $$;

-- top_up -> wallet, or adjustment <-> wallet for a signed amount. The reference makes a repeated
-- movement one movement: the second gets the first one's result, and is refused if it differs.
-- A forced movement takes what is there and more: the payer's bank has taken the money already. The wallet's overdraft
-- keeps how much was taken so, and its calls stop until it is topped up.
drop function if exists ledger_move_by_hand(integer, text, text, bigint, text, text, uuid);
create or replace function ledger_move_by_hand(
  p_account integer,
  p_mode text,
  p_kind text,
  p_amount bigint,
  p_reference text,
  p_reason text,
  p_transfer uuid,
  p_is_forced boolean default false
) returns table (transfer_id uuid, is_repeat boolean, available bigint, held bigint)
language plpgsql as $$
declare
  v_wallet record;
  v_first manual_entries;
  v_now timestamptz;
begin
  select w.* into v_wallet from ledger_take_wallet(p_account, p_mode) w;
  v_now := clock_timestamp();
  select m.* into v_first
  from manual_entries m
  where m.account_id = p_account and m.mode = p_mode and m.reference = p_reference;
  if v_first.transfer_id is not null then
    if (v_first.kind, v_first.amount) <> (p_kind, p_amount) then
      perform ledger_refuse('reference_used', jsonb_build_object('reference', p_reference));
    end if;
    return query select v_first.transfer_id, true, v_wallet.available, v_wallet.held;
    return;
  end if;

  -- Numeric, because the sum may exceed a bigint. Held money may be released, so it counts.
  if v_wallet.available::numeric + v_wallet.held + p_amount > ledger_most_money() then
    perform ledger_refuse('wallet_full', '{}');
  elsif not p_is_forced and p_amount < 0 and v_wallet.available::numeric + p_amount < -v_wallet.credit_limit then
    perform ledger_refuse('wallet_insufficient', '{}');
  end if;

  insert into manual_entries (
    account_id, mode, reference, transfer_id, kind, amount, reason, made_at
  )
  values (p_account, p_mode, p_reference, p_transfer, p_kind, p_amount, p_reason, v_now);

  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  select p_account, p_transfer, 0, p_mode, d.from_account, d.to_account, abs(p_amount), v_now
  from (
    select
      case
        when p_kind = 'top_up' then 'top_up'
        when p_amount > 0 then 'adjustment'
        else 'wallet'
      end::ledger_account as from_account,
      case when p_amount > 0 then 'wallet' else 'adjustment' end::ledger_account as to_account
  ) d;

  if v_wallet.available >= v_wallet.low_balance and v_wallet.available + p_amount < v_wallet.low_balance then
    perform ledger_tell_low(
      p_account, p_mode, v_wallet.available + p_amount, v_wallet.low_balance, v_now
    );
  end if;
  return query
  update wallets w set available = w.available + p_amount,
    overdraft = case
      when p_is_forced then greatest(w.overdraft - p_amount, 0)
      else w.overdraft
    end
  where w.account_id = p_account and w.mode = p_mode
  returning p_transfer, false, w.available, w.held;
end $$;

-- revenue -> wallet, once, for a call that was done and charged. The charge is subtracted from the
-- day of the call; the call itself stays counted.
create or replace function ledger_refund(p_account integer, p_call uuid, p_reason text)
returns table (mode text, amount bigint, available bigint, held bigint)
language plpgsql as $$
declare
  v_call record;
  v_wallet record;
  v_now timestamptz := clock_timestamp();
begin
  -- The mode and amount of a call never change, so they can be read before the lock.
  select c.mode, c.amount, c.day, c.product into v_call
  from calls c
  where c.account_id = p_account and c.call_id = p_call;
  if not found then
    perform ledger_refuse(
      'call_not_of_account', jsonb_build_object('account', p_account, 'call', p_call)
    );
  end if;
  select w.* into v_wallet from ledger_take_wallet(p_account, v_call.mode) w;

  if not exists (
    select from calls c
    where c.account_id = p_account and c.call_id = p_call and c.state = 'done' and c.amount > 0
  ) then
    perform ledger_refuse('call_not_charged', jsonb_build_object('call', p_call));
  elsif exists (
    select from transfers t
    where t.account_id = p_account and t.subject_id = p_call and t.phase = 3
  ) then
    perform ledger_refuse('call_already_refunded', jsonb_build_object('call', p_call));
  elsif v_wallet.available::numeric + v_wallet.held + v_call.amount > ledger_most_money() then
    perform ledger_refuse('wallet_full', '{}');
  end if;

  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  values (p_account, p_call, 3, v_call.mode, 'revenue', 'wallet', v_call.amount, v_now);

  insert into manual_entries (
    account_id, mode, reference, transfer_id, kind, amount, reason, made_at
  )
  values (
    p_account, v_call.mode, 'refund ' || p_call, p_call, 'refund', v_call.amount, p_reason, v_now
  );

  update usage_days u set charged = u.charged - v_call.amount
  where u.account_id = p_account and u.mode = v_call.mode and u.day = v_call.day
    and u.product = v_call.product;

  return query
  update wallets w set available = w.available + v_call.amount
  where w.account_id = p_account and w.mode = v_call.mode
  returning w.mode, v_call.amount, w.available, w.held;
end $$;

-- How far below zero the wallet may go; never less than its current debt.
create or replace function ledger_set_credit_limit(p_account integer, p_mode text, p_limit bigint)
returns table (available bigint, held bigint, credit_limit bigint)
language plpgsql as $$
declare
  v_wallet record;
begin
  select w.* into v_wallet from ledger_take_wallet(p_account, p_mode) w;
  if v_wallet.available < -p_limit then
    perform ledger_refuse('credit_in_use', '{}');
  end if;
  return query
  update wallets w set credit_limit = p_limit
  where w.account_id = p_account and w.mode = p_mode
  returning w.available, w.held, w.credit_limit;
end $$;

-- The threshold below which a wallet counts as low; null for never.
create or replace function ledger_set_low_balance(p_account integer, p_mode text, p_amount bigint)
returns void
language plpgsql as $$
begin
  perform ledger_take_wallet(p_account, p_mode);
  update wallets w set low_balance = p_amount where w.account_id = p_account and w.mode = p_mode;
end $$;
