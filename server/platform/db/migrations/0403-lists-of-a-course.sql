-- Declined requests in the order of their list, all of them and those of a course.
create index enrolment_declined_in_order on enrolment (id) where status = 'rejected' and superseded_at is null;
create index enrolment_declined_of_course on enrolment (course_id, id)
  where status = 'rejected' and superseded_at is null;

-- Whether a request waits for a document depends on its person: without the person in the index, each row was read.
drop index enrolment_pending;
create index enrolment_pending on enrolment (id) include (account_id)
  where status = 'pending' and superseded_at is null;
drop index enrolment_pending_of_course;
create index enrolment_pending_of_course on enrolment (course_id, id) include (account_id)
  where status = 'pending' and superseded_at is null;
-- The requests of the few people who are asked for a document.
create index enrolment_pending_of_account on enrolment (account_id, id)
  where status = 'pending' and superseded_at is null;

-- The learners of a course, by the state of their training and their result.
create index enrolment_approved_of_course on enrolment (course_id, id) include (account_id)
  where status = 'approved' and superseded_at is null;
create index attempt_submitted_of_enrolment on attempt (enrolment_id) where submitted_at is not null;

-- The people of a course without a batch.
create index enrolment_unplaced on enrolment (course_id, id)
  where batch_id is null and status <> 'rejected' and superseded_at is null;

-- How few rows have Chinese, Japanese or Korean signs. An empty partial index has no statistics of its own: a search then
-- read the whole table in the order of the list, since one row in two hundred was expected to match.
create statistics account_signs_few on (search_signs(first_name || ' ' || last_name || ' ' || email)) from account;
create statistics seafarer_profile_signs_few on
  (search_signs(name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number)) from seafarer_profile;
create statistics seafarer_profile_own_script_signs_few on (search_signs(own_script_name)) from seafarer_profile;
create statistics certificate_signs_few on
  (search_signs(name || ' ' || own_script_name || ' ' || number || ' ' || email)) from certificate;
