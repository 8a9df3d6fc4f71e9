-- What a list is narrowed to is also what it is ordered by, or begins with: at a million people a page costs as much as
-- at ten thousand, wherever its rows lie.

create index enrolment_pending_of_course on enrolment (course_id, id)
  where status = 'pending' and superseded_at is null;

-- Lists of some days follow the days; the ids settle what happened at one moment.
drop index account_registered;
create index account_registered on account (created_at, id);
drop index enrolment_requested;
create index enrolment_requested on enrolment (requested_at, id) where status = 'pending' and superseded_at is null;
drop index attempt_submitted_on;
create index attempt_submitted_on on attempt (submitted_at, id) where submitted_at is not null;
create index audit_event_at on audit_event (at, id);
