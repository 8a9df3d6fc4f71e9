-- From which hour of the academy's day on the staff are told what waits; null for the program's own.
alter table academy_settings add column digest_hour integer check (digest_hour between 0 and 23);
-- Whether somebody of the staff wants that mail.
alter table account add column wants_daily_mail boolean not null default true;
