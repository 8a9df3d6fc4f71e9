-- How staff have arranged the categories of courses. A category is a text of its courses; one without a row here stands
-- after those that have one.
create table course_category (
  name text primary key,
  place integer not null,
  is_hidden boolean not null default false
);
