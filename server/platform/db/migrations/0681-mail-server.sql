-- The mail server that an administrator has entered, used where the environment names none. The password is encrypted with
-- the vault secret.
alter table academy_settings
  add column mail_host text,
  add column mail_port integer,
  add column mail_encryption text check (mail_encryption in ('starttls', 'tls')),
  add column mail_user text,
  add column sealed_mail_password text;
