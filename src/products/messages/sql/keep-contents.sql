-- What the messages of a batch say, sealed together, kept in the statement that holds their calls: no
-- call without its message, and no message without its call.
create or replace function messages_keep_contents(p_content uuid, p_sealed bytea) returns void
language plpgsql as $$
begin
  insert into message_contents (content_id, sealed) values (p_content, p_sealed);
end $$;
