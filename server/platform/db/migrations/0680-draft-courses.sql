-- A course that staff write before anybody sees it. It is not active; publishing it makes it an active one for good. The
-- courses that are there, and those that the released version adds, are none.
alter table course add column is_draft boolean not null default false;
