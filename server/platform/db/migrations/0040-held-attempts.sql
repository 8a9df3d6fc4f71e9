-- How a version is sat. With nothing set it is sat whole, in its own order, without a clock, as often as one likes.
alter table assessment_version
  add column shuffle_questions boolean not null default false,
  add column shuffle_options boolean not null default false,
  add column minutes int check (minutes between 1 and 1440),
  add column attempts_allowed int check (attempts_allowed between 1 and 100),
  add column hours_between double precision check (hours_between > 0 and hours_between <= 8760),
  add column review text not null default 'score' check (review in ('score', 'answers', 'correct')),
  add column note_leaving boolean not null default false,
  -- How many questions of a topic are drawn: [{"topic": "Fire", "count": 3}]. Of a topic that is not named, all.
  add column draws jsonb not null default '[]';

alter table question add column topic text not null default '';

alter table attempt
  -- The questions that were drawn, each with its options in the order in which they are shown:
  -- [{"questionId": "…", "options": [2, 0, 3, 1]}]. Empty: the version as it stands.
  add column paper jsonb,
  add column deadline timestamptz;

alter table attempt_answer add column answered_at timestamptz;

-- When a test's window was left, in seconds from the attempt's beginning, and for how long.
create table attempt_absence (
  attempt_id uuid not null references attempt,
  from_second int not null check (from_second >= 0),
  seconds int not null check (seconds >= 0),
  primary key (attempt_id, from_second)
);

-- Staff let somebody sit a test once more, whatever the test's own limits say.
create table attempt_grant (
  id uuid primary key default new_id(),
  attempt_id uuid not null unique references attempt,
  reason text not null,
  granted_by uuid not null references account,
  granted_at timestamptz not null
);
