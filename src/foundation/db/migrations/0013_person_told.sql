-- breaking: no
-- What a person is told of those who handle their data, and what they can do about it.

-- Who runs the platform, in one row. Without it no live face check is sold.
create table operator_particulars (
  one boolean primary key default true check (one),
  legal_name_en text not null,
  legal_name_zh text not null,
  contact text not null,
  privacy_url text not null,
  changed_at timestamptz not null default now()
);
create trigger operator_particulars_changed after insert or update or delete on operator_particulars
for each statement execute function bump_platform();

-- How long a provider keeps what it received is a number of days now, which every language can say. What
-- was written there was a sentence, out of which nobody can make one.
update providers set particulars = particulars - 'keeps' where particulars ? 'keeps';

-- What an account offers to persons who cannot or will not use their face, and whether it pays for a
-- message with the link.
alter table accounts
  add column other_way_url text,
  add column other_way_phone text,
  add column texts_link boolean not null default false;

-- The same logo for a dark page.
alter table account_logos
  add column dark_media_type text check (dark_media_type in ('image/png', 'image/jpeg', 'image/webp')),
  add column dark_image bytea check (length(dark_image) <= 65536),
  add check ((dark_media_type is null) = (dark_image is null));

-- A consent that was withdrawn stays on record, with when it was; and the link is texted once.
alter table checks
  add column withdrawn_at timestamptz,
  add column link_texted_at timestamptz,
  add column link_tries smallint not null default 0;

-- The message that brings a person the link, in the languages of the page. An id that an operator has used
-- already stays theirs.
insert into templates (template_id, product, text)
values
  (
    'CHECK_LINK_EN', 'sms_notice',
    '{asker} asks you to confirm your identity: {link} If you did not ask for this, ignore it.'
  ),
  ('CHECK_LINK_ZH', 'sms_notice', '{asker}需要核验您的身份：{link} 如非本人操作，请忽略。'),
  ('CHECK_LINK_ZH_TW', 'sms_notice', '{asker}需要驗證您的身分：{link} 如非本人操作，請忽略。')
on conflict (template_id) do nothing;
