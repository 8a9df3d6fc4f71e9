-- The whole of the first schema. Ids are time-ordered, so that a keyset page can follow the id alone.
-- Calendar dates are `date`, instants `timestamptz`; what is deleted or ended keeps its row.

create extension if not exists pg_trgm;

create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- platform: jobs, audit, limits, files -------------------------------------------------------------------------

create table job (
  id uuid primary key default new_id(),
  kind text not null,
  payload jsonb not null default '{}',
  -- Two enqueues of one key are one job, for as long as its row is kept.
  key text unique,
  -- Due at once unless said otherwise: the program's clock and the server's need not agree.
  run_at timestamptz not null default 'epoch',
  attempts int not null default 0,
  -- Set while a worker holds the job; past it, the worker is taken for dead.
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  gave_up_at timestamptz
);
create index job_due on job (run_at) where done_at is null and gave_up_at is null;
create index job_gave_up on job (gave_up_at) where gave_up_at is not null;

create table audit_event (
  id uuid primary key default new_id(),
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  address text
);
create index audit_event_subject on audit_event (subject_kind, subject_id, id);

create table rate_limit (
  key text primary key,
  window_ends_at timestamptz not null,
  count int not null
);
create index rate_limit_ends on rate_limit (window_ends_at);

create table stored_file (
  id uuid primary key default new_id(),
  folder text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  owner_id uuid,
  original_name text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (folder, filename)
);
create index stored_file_deleted on stored_file (deleted_at) where deleted_at is not null;

-- accounts -----------------------------------------------------------------------------------------------------

create table account (
  id uuid primary key default new_id(),
  email text not null unique check (email = lower(email)),
  prefix text not null check (prefix in ('Mr', 'Mrs', 'Dr', 'Prof')),
  first_name text not null,
  last_name text not null,
  mobile text not null,
  password_hash text not null,
  role text not null default 'learner' check (role in ('learner', 'registrar', 'instructor', 'admin')),
  email_verified_at timestamptz,
  approved_at timestamptz,
  approved_by uuid references account,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
alter table stored_file add foreign key (owner_id) references account;
create index account_awaiting on account (id) where approved_at is null and email_verified_at is not null;
create index account_search on account using gin ((first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

create table one_time_code (
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email')),
  code_hash text not null,
  -- The address that a change of address was asked for: the code went there and proves no other.
  new_email text check (new_email = lower(new_email)),
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, purpose),
  check ((purpose = 'change-email') = (new_email is not null))
);

create table session (
  id uuid primary key default new_id(),
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  user_agent text,
  address text
);
create index session_of_account on session (account_id);

create table refresh_token (
  hash text primary key,
  session_id uuid not null references session on delete cascade,
  -- The token that was traded for this one.
  predecessor_hash text,
  issued_at timestamptz not null,
  first_used_at timestamptz,
  -- From this moment on its use means that the token was stolen.
  retired_at timestamptz,
  expires_at timestamptz not null
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_predecessor on refresh_token (predecessor_hash);

-- seafarers ----------------------------------------------------------------------------------------------------

create table seafarer_profile (
  account_id uuid primary key references account on delete cascade,
  name text not null,
  birth_date date not null,
  phone text not null,
  street_address text not null,
  city text not null,
  state text not null,
  country text not null,
  postal_code text not null,
  passport_number text not null,
  passport_expires_on date not null,
  cdc_number text not null,
  cdc_expires_on date not null,
  grade_number text not null,
  indos_number text not null,
  id_type text not null,
  profile_picture_id uuid not null references stored_file,
  id_document_id uuid not null references stored_file,
  signature_id uuid not null references stored_file,
  -- Set when name, birth date, passport, CDC or INDOS changed after staff last checked them; cleared by a check.
  identity_changed_at timestamptz,
  identity_checked_at timestamptz,
  identity_checked_by uuid references account,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index seafarer_profile_search on seafarer_profile
  using gin ((name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number) gin_trgm_ops);
create index seafarer_profile_identity_changed on seafarer_profile (identity_changed_at)
  where identity_changed_at is not null;

-- courses ------------------------------------------------------------------------------------------------------

create table course (
  id uuid primary key default new_id(),
  title text not null,
  description text not null,
  duration text not null,
  price numeric(10, 2) not null check (price >= 0),
  category text not null,
  regulations text not null,
  subjects jsonb not null,
  image_id uuid references stored_file,
  is_active boolean not null default true,
  validity_months int check (validity_months > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index course_active on course (id) where is_active;
create index course_search on course using gin ((title || ' ' || category || ' ' || description) gin_trgm_ops);
-- What is searched by its course is searched by the title alone.
create index course_title on course using gin (title gin_trgm_ops);

-- enrolments ---------------------------------------------------------------------------------------------------

create table enrolment (
  id uuid primary key default new_id(),
  account_id uuid not null references account,
  course_id uuid not null references course,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references account,
  -- Set when a renewal takes this enrolment's place.
  superseded_at timestamptz
);
-- One open enrolment a learner and course; a renewal closes the old one first.
create unique index enrolment_open on enrolment (account_id, course_id) where superseded_at is null;
create index enrolment_pending on enrolment (id) where status = 'pending' and superseded_at is null;
create index enrolment_course on enrolment (course_id, id);
-- All enrolments of a learner, renewed ones included: what was watched in any of them is charged to one clock.
create index enrolment_account on enrolment (account_id);

-- training -----------------------------------------------------------------------------------------------------

create table training_set (
  id uuid primary key default new_id(),
  course_id uuid not null unique references course,
  title text not null,
  created_at timestamptz not null
);
create index training_set_title on training_set using gin (title gin_trgm_ops);

create table film (
  id uuid primary key default new_id(),
  set_id uuid not null references training_set,
  serial int not null,
  title text not null,
  file_id uuid not null references stored_file,
  duration_seconds double precision not null check (duration_seconds > 0),
  width int not null,
  height int not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index film_serial on film (set_id, serial) where removed_at is null;

create table watching (
  enrolment_id uuid not null references enrolment,
  film_id uuid not null references film,
  opened_at timestamptz not null,
  -- Disjoint, ascending [from, to] pairs in seconds of the film.
  intervals jsonb not null default '[]',
  watched_seconds double precision not null default 0,
  position_seconds double precision not null default 0,
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (enrolment_id, film_id)
);

create table training_completion (
  enrolment_id uuid primary key references enrolment,
  kind text not null check (kind in ('films', 'attendance')),
  completed_at timestamptz not null,
  -- The staff member who marked attendance; empty when the learner submitted watched films.
  marked_by uuid references account
);

-- assessments --------------------------------------------------------------------------------------------------

create table assessment (
  id uuid primary key default new_id(),
  course_id uuid not null references course,
  is_published boolean not null default false,
  created_at timestamptz not null
);
create unique index assessment_published on assessment (course_id) where is_published;
create index assessment_course on assessment (course_id);

create table assessment_version (
  id uuid primary key default new_id(),
  assessment_id uuid not null references assessment,
  number int not null,
  title text not null,
  pass_mark double precision not null check (pass_mark >= 0 and pass_mark <= 100),
  created_at timestamptz not null,
  created_by uuid references account,
  unique (assessment_id, number)
);
create index assessment_version_title on assessment_version using gin (title gin_trgm_ops);

create table question (
  id uuid primary key default new_id(),
  version_id uuid not null references assessment_version,
  position int not null,
  text text not null,
  options jsonb not null,
  correct_option int not null,
  unique (version_id, position)
);

create table attempt (
  id uuid primary key default new_id(),
  enrolment_id uuid not null references enrolment,
  version_id uuid not null references assessment_version,
  started_at timestamptz not null,
  submitted_at timestamptz,
  score int,
  total_questions int,
  passed boolean
);
create unique index attempt_open on attempt (enrolment_id) where submitted_at is null;
create unique index attempt_passed on attempt (enrolment_id) where passed;
create index attempt_submitted on attempt (id) where submitted_at is not null;
create index attempt_enrolment on attempt (enrolment_id);

create table attempt_answer (
  attempt_id uuid not null references attempt,
  question_id uuid not null references question,
  -- Index among the question's options as stored; empty for an answer that is none of them.
  selected_option int,
  primary key (attempt_id, question_id)
);

-- certificates -------------------------------------------------------------------------------------------------

create table certificate (
  id uuid primary key default new_id(),
  number text not null unique,
  enrolment_id uuid not null unique references enrolment,
  attempt_id uuid not null unique references attempt,
  account_id uuid not null references account,
  course_id uuid not null references course,
  -- held: waits until staff confirm a changed identity; then issued; ended by revocation or by a renewal.
  status text not null check (status in ('held', 'issued', 'revoked', 'superseded')),
  -- The facts as they stood when it was issued; a later edit of profile or course changes no certificate.
  name text not null,
  email text not null,
  birth_date date not null,
  passport_number text not null,
  cdc_number text not null,
  indos_number text not null,
  grade_number text not null,
  course_title text not null,
  regulations text not null,
  subjects jsonb not null,
  percentage double precision not null,
  issued_on date not null,
  expires_on date,
  pdf_file_id uuid references stored_file,
  revoked_at timestamptz,
  revocation_reason text,
  superseded_by uuid references certificate,
  created_at timestamptz not null
);
create index certificate_holder on certificate (account_id, course_id);
create index certificate_held on certificate (id) where status = 'held';
