-- breaking: no
-- Deliveries are listed by endpoint, the newest first: those of the endpoints of one mode, of one state, or of
-- all. By a key that led with the event, whoever looked for the few of a test endpoint went through all that the
-- live ones were sent.
alter table deliveries drop constraint deliveries_pkey;
alter table deliveries add primary key (account_id, endpoint_id, event_id);

-- What was given up is what people look for, and there is little of it. Its index has the columns of the key: the
-- planner then takes it for the smaller one of two that are alike, whatever it thinks of how many failures there are.
create index deliveries_failed on deliveries (account_id, endpoint_id, event_id) where state = 'failed';
