-- Questions, and options such as 'All of the above', that keep their place when a test paper is shuffled. A position is
-- counted from 0 among the options of its question.
alter table question
  add column keeps_place boolean not null default false,
  add column fixed_options smallint[] not null default '{}';
