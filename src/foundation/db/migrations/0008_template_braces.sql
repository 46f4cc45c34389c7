-- breaking: no
-- Two braces in the text of a template are one that is sent. In the texts of before they were two: every
-- brace of such a text that is not a placeholder's is doubled, so that it is sent as it was. A lone brace
-- is still read as it stands.
alter table templates
  drop constraint templates_text_check,
  add check (length(text) between 1 and 2000);

update templates
set text = regexp_replace(
  replace(replace(
    regexp_replace(text, '\{([A-Za-z][A-Za-z0-9_]{0,63})\}', E'\x01\\1\x02', 'g'),
    '{', '{{'), '}', '}}'),
  E'\x01([A-Za-z0-9_]+)\x02', '{\1}', 'g')
where text ~ '\{\{|\}\}';
