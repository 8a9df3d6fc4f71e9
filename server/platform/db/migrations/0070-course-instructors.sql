-- Who of the staff looks after a course. It counts for those whose role reaches only the courses that they look after.
create table course_instructor (
  course_id uuid not null references course on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (course_id, account_id)
);
create index course_instructor_account on course_instructor (account_id, course_id);
