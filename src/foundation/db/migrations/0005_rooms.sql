-- breaking: yes
-- Functions are named after the folder that owns them, and the table after what is in it. The functions
-- themselves are made anew from src/<folder>/sql; what they were called before goes.
alter table contents rename to message_contents;
alter index contents_pkey rename to message_contents_pkey;

drop function if exists
  face_end_check, face_expire_checks, face_record_checks, face_claim_session, face_record_session,
  face_note_session, inbox_keep_messages, inbox_sweep_receipts, webhooks_record_event,
  calls_check_claims, calls_claim_keys, calls_store_replies, calls_apply_receipts, hold_calls,
  settle_calls;
