-- The content of a batch's messages, sealed together and stored in the statement that holds their
-- calls: no call without its content, and no content without its call.
create or replace function messages_keep_contents(p_content uuid, p_sealed bytea) returns void
language plpgsql as $$
begin
  insert into message_contents (content_id, sealed) values (p_content, p_sealed);
end $$;
