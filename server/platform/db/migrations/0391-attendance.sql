-- What an instructor marked for one person on one half day of a batch. Of two who mark the same, the later one counts;
-- what it replaced stays beside it, for both to see.
create table attendance (
  enrolment_id uuid not null references enrolment,
  batch_id uuid not null references batch,
  day date not null,
  half text not null check (half in ('morning', 'afternoon')),
  mark text not null check (mark in ('present', 'absent', 'made-up')),
  marked_by uuid not null references account,
  -- When it was marked, on a device that may have been without a network then.
  marked_at timestamptz not null,
  replaced_mark text check (replaced_mark in ('present', 'absent', 'made-up')),
  replaced_by uuid references account,
  primary key (enrolment_id, batch_id, day, half)
);
create index attendance_batch on attendance (batch_id);
create index attendance_marked_by on attendance (marked_by);
create index attendance_replaced_by on attendance (replaced_by) where replaced_by is not null;

-- Who is absent for more than this share of the half days of a batch is dropped from it; null for the default.
alter table academy_settings add column most_absent_percent integer check (most_absent_percent between 0 and 100);

alter table enrolment drop constraint enrolment_decline_reason_check;
alter table enrolment add constraint enrolment_decline_reason_check check (decline_reason in (
  'documents-incomplete', 'documents-unreadable', 'prerequisites-missing', 'batch-full', 'fee-not-received', 'absent',
  'other'));
