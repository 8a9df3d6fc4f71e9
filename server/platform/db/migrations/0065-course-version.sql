-- Raised by every edit of a course, so that one who edits an older reading of it is told instead of undoing it.
alter table course add column version integer not null default 1;
