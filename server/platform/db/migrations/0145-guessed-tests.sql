-- What keeps a test from being guessed: a wait that doubles after each attempt, and a failed attempt's score that its
-- learner is told roughly. Versions that are there already stay as they were.
alter table assessment_version
  add column wait_grows boolean not null default false,
  add column failed_score text not null default 'exact' check (failed_score in ('exact', 'rough'));
