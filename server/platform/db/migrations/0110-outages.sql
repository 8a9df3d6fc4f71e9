-- Tries of a job that failed because something was away, such as the mail server, and since when it has been away for
-- this job: they are not the job's own fault, and do not count towards giving it up.
alter table job add column outages int not null default 0, add column away_since timestamptz;
