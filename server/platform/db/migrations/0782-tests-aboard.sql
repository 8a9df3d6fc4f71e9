-- A test of a course that is released to a ship for a window (docs/ship.md).
create table ship_test (
  id uuid primary key default new_id(),
  ship_id uuid not null references ship,
  assessment_id uuid not null references assessment,
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  released_at timestamptz not null,
  released_by uuid not null references account,
  -- The key that the invigilator's code gives, encrypted with the vault's secret; null once nothing is sealed with it
  -- any more. The code is stored nowhere.
  seal_key text,
  -- A text that was sealed with it, by which the right code is known aboard.
  seal_check text not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid references account
);
create index ship_test_ship on ship_test (ship_id);
create index ship_test_assessment on ship_test (assessment_id);
create index ship_test_released_by on ship_test (released_by);
create index ship_test_withdrawn_by on ship_test (withdrawn_by) where withdrawn_by is not null;

-- The paper that somebody has aboard. It becomes an attempt when its answers have arrived.
create table ship_test_paper (
  id uuid primary key default new_id(),
  ship_test_id uuid not null references ship_test,
  enrolment_id uuid not null references enrolment,
  version_id uuid not null references assessment_version,
  -- As `attempt.paper`.
  paper jsonb,
  -- What goes aboard: the questions without their answers, encrypted with the key of the release.
  sealed text not null,
  prepared_at timestamptz not null,
  -- When it stopped to be the one paper with which its person may sit the test: graded, refused, or taken back since
  -- the person was signed off, the release withdrawn, or nothing came within the grace after the window.
  ended_at timestamptz,
  attempt_id uuid references attempt,
  -- Why answers of this paper, or answers that came after them, were refused.
  refused text,
  -- The SHA-256 of the sitting that arrived: the same one may come again.
  digest text
);
create unique index ship_test_paper_out on ship_test_paper (enrolment_id) where ended_at is null;
create index ship_test_paper_release on ship_test_paper (ship_test_id);
create index ship_test_paper_enrolment on ship_test_paper (enrolment_id);
create index ship_test_paper_version on ship_test_paper (version_id);
create index ship_test_paper_attempt on ship_test_paper (attempt_id) where attempt_id is not null;

-- What only the computer of a ship has: papers that were begun. They name nobody.
create table ship_sitting (
  paper_id uuid primary key,
  -- By the box's clock.
  started_at timestamptz not null,
  deadline timestamptz not null,
  -- At the deadline, when nobody has submitted it before.
  submitted_at timestamptz,
  is_submitted boolean not null default false,
  -- The answers given so far, encrypted with the key of the release; null before the first.
  answers text,
  revision integer not null default 0
);
