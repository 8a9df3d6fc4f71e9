-- What an administrator has last done with the sample course, which is a part of the program and has no rows; null when
-- nobody has asked for it.
alter table academy_settings add column sample_course text check (sample_course in ('added', 'removed'));
