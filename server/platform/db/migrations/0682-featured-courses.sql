-- The courses that stand on the home page in this order, in place of the six titles with which it begins; none for those.
alter table academy_settings add column featured_courses uuid[] not null default '{}';
