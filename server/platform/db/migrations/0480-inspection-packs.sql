-- What a colleague is qualified by, with who issued it and until when it is valid.
create table staff_qualification (
  id uuid primary key default new_id(),
  account_id uuid not null references account,
  title text not null,
  issuer text not null,
  number text not null default '',
  -- null: without an end
  valid_until date,
  added_at timestamptz not null,
  added_by uuid references account
);
create index staff_qualification_account on staff_qualification (account_id, id);
create index staff_qualification_added_by on staff_qualification (added_by);

-- A pack for an inspector: of a batch, or of what happened between two days, in all courses or in one.
create table inspection_pack (
  id uuid primary key default new_id(),
  batch_id uuid references batch,
  first_day date,
  last_day date,
  course_id uuid references course on delete set null,
  -- the accounts of the people in it: it is removed when one of them is erased
  people uuid[] not null,
  done int not null default 0,
  asked_by uuid references account,
  asked_at timestamptz not null,
  made_at timestamptz,
  -- null until it is made, and when it was removed
  file_id uuid references stored_file,
  removed_at timestamptz,
  check ((batch_id is null) = (first_day is not null and last_day is not null))
);
create index inspection_pack_batch on inspection_pack (batch_id);
create index inspection_pack_course on inspection_pack (course_id);
create index inspection_pack_asked_by on inspection_pack (asked_by);
create index inspection_pack_file on inspection_pack (file_id);
-- who was trained or certified in a period; tests have attempt_submitted_on
create index certificate_issued_on on certificate (issued_on, enrolment_id) where status <> 'held';
create index training_completion_completed_at on training_completion (completed_at, enrolment_id);
create index attendance_day on attendance (day, enrolment_id);
-- the same pack is made once at a time
create unique index inspection_pack_open on inspection_pack
  (coalesce(batch_id, course_id), coalesce(first_day, '-infinity'), coalesce(last_day, '-infinity')) nulls not distinct
  where made_at is null and removed_at is null;
