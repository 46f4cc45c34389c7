-- breaking: no
-- locks: providers, 0 s
-- Providers of payments. A server of an older version logs such a provider as unusable and uses the others.
alter table providers drop constraint providers_kind_check;
alter table providers add constraint providers_kind_check check (kind in ('sms', 'voice', 'email', 'face', 'payment'));
