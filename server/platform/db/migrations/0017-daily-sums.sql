-- What happened on each day of the academy's calendar, course by course: the figures of staff are sums of these, so that
-- a million attempts cost no more than a few. Written anew from the rows themselves, so a wrong one lasts no longer
-- than a day.
create table daily_sum (
  day date not null,
  course_id uuid not null references course,
  enrolments int not null,
  attempts int not null,
  passes int not null,
  primary key (day, course_id)
);
create index enrolment_approved_on on enrolment (decided_at) where status = 'approved';
