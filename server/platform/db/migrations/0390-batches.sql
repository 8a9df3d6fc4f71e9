-- How a course is held. Until now a course without films was one of the classroom.
alter table course add column format text not null default 'online'
  constraint course_format check (format in ('online', 'classroom', 'both'));
update course set format = 'classroom' where not exists (
  select from training_set join film on film.set_id = training_set.id
  where training_set.course_id = course.id and film.removed_at is null);

-- A batch: a course held in a classroom on certain days, for as many people as there are seats.
create table batch (
  id uuid primary key default new_id(),
  course_id uuid not null references course,
  -- The number under which the academy keeps the batch in its books.
  code text not null,
  first_day date not null,
  last_day date not null,
  -- Days between the first and the last without class, as a list of dates.
  rest_days jsonb not null default '[]',
  -- Times of the academy's wall clock, as HH:MM.
  starts_at text not null,
  ends_at text not null,
  venue text not null,
  seats integer not null,
  instructor_id uuid references account,
  state text not null default 'open' check (state in ('open', 'closed', 'cancelled')),
  version integer not null default 1,
  created_at timestamptz not null,
  check (last_day >= first_day),
  check (ends_at > starts_at),
  check (seats between 1 and 500)
);
create index batch_course on batch (course_id, first_day);
create index batch_first_day on batch (first_day, id);
create index batch_last_day on batch (last_day);
create index batch_instructor on batch (instructor_id) where instructor_id is not null;
create index batch_search on batch using gin ((code || ' ' || venue) gin_trgm_ops);
create index batch_signs on batch using gin (search_signs(code || ' ' || venue))
  where search_signs(code || ' ' || venue) is not null;

-- The batch that a learner asked for or was put into. Who has no seat is on the waiting list, in the order of asking.
alter table enrolment
  add column batch_id uuid references batch,
  add column batch_asked_at timestamptz,
  add column seated_at timestamptz,
  add constraint enrolment_batch_asked check ((batch_id is null) = (batch_asked_at is null)),
  add constraint enrolment_seat check (seated_at is null or batch_id is not null);
create index enrolment_batch on enrolment (batch_id, batch_asked_at, id) where batch_id is not null;
