-- breaking: no
-- What was given up is what people look for among deliveries, and there is little of it: without an index of its
-- own, the list of an account goes through all that it was ever sent.
create index deliveries_failed on deliveries (account_id, event_id, endpoint_id) where state = 'failed';
