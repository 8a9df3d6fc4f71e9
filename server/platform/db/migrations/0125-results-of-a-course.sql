-- The course of an attempt stands in the attempt itself: results of a course, or those that failed it, follow an index
-- of their own in the place of a walk over all results with a look into the enrolment of each.
alter table attempt add column course_id uuid references course;
update attempt set course_id = enrolment.course_id from enrolment where enrolment.id = attempt.enrolment_id;
alter table attempt alter column course_id set not null;
create index attempt_submitted_of_course on attempt (course_id, id) where submitted_at is not null;
create index attempt_result on attempt (passed, id) where submitted_at is not null;
create index attempt_result_of_course on attempt (course_id, passed, id) where submitted_at is not null;
