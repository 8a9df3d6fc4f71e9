-- What expires is listed by its last day, what is on hold by since when, and what became of a course's certificates by
-- that: each follows an index in that order, where by their ids the few would be looked for among a million.
drop index certificate_expiry;
create index certificate_expiry on certificate (expires_on, id) where status = 'issued';
create index certificate_last_day on certificate (expires_on, id);
drop index certificate_held;
create index certificate_state_of_course on certificate (course_id, status, id);
create index certificate_held on certificate (created_at, id) where status = 'held';

-- Of an index that begins with the result the planner takes the rows to lie scattered, and walks over the others rather.
drop index attempt_result;
create index attempt_result_passed on attempt (id) where submitted_at is not null and passed;
create index attempt_result_failed on attempt (id) where submitted_at is not null and not passed;

-- How many certificates in force end on each day to come: written anew beside the daily sums.
create table expiry_sum (
  expires_on date primary key,
  certificates int not null
);
