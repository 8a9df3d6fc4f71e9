-- When a film was watched, sitting by sitting: a sitting goes on as long as credits come less than ten minutes apart.
create table watch_sitting (
  id uuid primary key default new_id(),
  enrolment_id uuid not null,
  film_id uuid not null,
  -- The login session; it outlives the session's row.
  session_id uuid not null,
  began_at timestamptz not null,
  last_at timestamptz not null,
  credited_seconds double precision not null,
  foreign key (enrolment_id, film_id) references watching
);
create index watch_sitting_of on watch_sitting (enrolment_id, film_id, session_id, last_at);
