-- What lists are sorted and narrowed by: each order is followed from the row where the page before ended.
create index account_by_name on account (lower(first_name || ' ' || last_name), id);
create index account_registered on account (created_at);
create index account_disabled on account (id) where disabled_at is not null;
create index seafarer_profile_by_name on seafarer_profile (lower(name), account_id);
create index seafarer_profile_unchecked on seafarer_profile (account_id) where identity_checked_at is null;
create index course_by_title on course (lower(title), id);
create index enrolment_requested on enrolment (requested_at) where status = 'pending' and superseded_at is null;
create index attempt_submitted_on on attempt (submitted_at) where submitted_at is not null;
