-- What became of the attempts at each version of a test and of the answers to each question, as sums: an analysis reads
-- these, and of the attempts themselves only those that were submitted since the last were added up.
create table result_sum (
  version_id uuid not null references assessment_version,
  -- Class of the percentage, by ten from 0 to 90, and of the minutes, by five from 0 to 60.
  percentage_from int not null,
  minutes_from int not null,
  passed boolean not null,
  attempts bigint not null,
  -- Of all their percentages, and of the seconds that they took.
  percentages double precision not null,
  seconds double precision not null,
  primary key (version_id, percentage_from, minutes_from, passed)
);

create table question_sum (
  question_id uuid primary key references question,
  asked bigint not null,
  answered_right bigint not null,
  unanswered bigint not null,
  chosen_first bigint not null,
  chosen_second bigint not null,
  chosen_third bigint not null,
  chosen_fourth bigint not null,
  -- Of the points for the other questions of each attempt: their sum, that of their squares, and that of the attempts
  -- which were right here. What a correlation is made of.
  rest bigint not null,
  rest_squares bigint not null,
  rest_of_right bigint not null
);

create table attempt_to_sum (
  attempt_id uuid primary key references attempt on delete cascade
);
insert into attempt_to_sum select id from attempt where submitted_at is not null;
