-- Texts of the home page and of About, null for those with which they begin; and the news of the home page, the latest
-- first, as {"day": "2026-11-29", "text": "…"}.
alter table academy_settings
  add column home_text text,
  add column about_text text,
  add column news jsonb not null default '[]';
