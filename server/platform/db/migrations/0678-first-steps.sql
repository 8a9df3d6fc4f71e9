-- The first steps of a new academy that an administrator has left for later, and when the mail server has last taken a
-- test email.
alter table academy_settings
  add column steps_left text[] not null default '{}',
  add column mail_tested_at timestamptz;
