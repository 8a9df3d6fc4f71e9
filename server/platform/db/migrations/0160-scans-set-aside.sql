-- How often a scanner gave no verdict on a file, and before when it is not asked again.
alter table stored_file add column scan_tries integer not null default 0, add column scan_after timestamptz;
