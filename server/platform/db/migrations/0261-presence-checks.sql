-- What staff have set for a film: a moment at which it pauses and asks, or one random moment in every so many seconds.
-- Without a question it asks whether somebody is there. One that was changed or removed keeps its row for the record.
create table film_check (
  id uuid primary key default new_id(),
  film_id uuid not null references film,
  at_seconds double precision check (at_seconds >= 0),
  every_seconds double precision check (every_seconds >= 60),
  question text,
  options jsonb,
  -- The position of the right answer among the options.
  answer integer,
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((at_seconds is null) <> (every_seconds is null)),
  check ((question is null) = (options is null) and (question is null) = (answer is null)),
  check (question is null or at_seconds is not null)
);
create index film_check_of on film_check (film_id) where removed_at is null;

-- What one learner is asked, at a moment that was drawn when the film was sent: nothing beyond it is credited before the
-- answer.
create table presence_check (
  id uuid primary key default new_id(),
  enrolment_id uuid not null,
  film_id uuid not null,
  check_id uuid not null references film_check,
  -- Which of the random moments of its check.
  turn integer not null,
  at_seconds double precision not null,
  -- By the server's clock: when a report first reached the moment, and when the answer that counts arrived.
  asked_at timestamptz,
  answered_at timestamptz,
  wrong_answers integer not null default 0,
  wrong_at timestamptz,
  foreign key (enrolment_id, film_id) references watching,
  unique (enrolment_id, check_id, turn)
);
create index presence_check_of_film on presence_check (enrolment_id, film_id);
