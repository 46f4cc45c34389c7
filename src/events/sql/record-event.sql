-- Something happened that an account may want to be told. The row is written with what happened, in
-- one transaction, and is delivered later. Its id is a UUIDv7 of that instant, made here because a
-- database older than PostgreSQL 18 cannot make one. A body never holds personal data.
create or replace function events_record(
  p_account integer,
  p_mode text,
  p_type text,
  p_subject uuid,
  p_body jsonb,
  p_at timestamptz
) returns uuid
language sql as $$
  insert into events (account_id, event_id, mode, type, subject_id, body, made_at)
  values (
    p_account,
    encode(
      set_bit(
        set_bit(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from p_at) * 1000)::bigint) from 3)
            from 1 for 6
          ),
          52, 1
        ),
        53, 1
      ),
      'hex'
    )::uuid,
    p_mode, p_type, p_subject, p_body, p_at
  )
  returning event_id
$$;
