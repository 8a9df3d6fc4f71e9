-- Whether staff let everybody watch a film on the public page of its course, as long as the course is active.
alter table film add column open_to_visitors boolean not null default false;
