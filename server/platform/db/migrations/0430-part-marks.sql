-- A question may give a part of its mark. `score` keeps the whole marks; the parts beyond them are 2520ths of a mark, of
-- which every share up to a tenth is a whole number, so that sums and the pass mark are exact.
alter table attempt add column score_parts int not null default 0 check (score_parts between 0 and 2519);
alter table attempt_regrade
  add column old_parts int not null default 0,
  add column new_parts int not null default 0;
alter table kept_pass add column score_parts int not null default 0;

-- Questions may have up to ten options, pairs, steps or accepted answers.
alter table question_sum
  add column chosen_fifth bigint not null default 0,
  add column chosen_sixth bigint not null default 0,
  add column chosen_seventh bigint not null default 0,
  add column chosen_eighth bigint not null default 0,
  add column chosen_ninth bigint not null default 0,
  add column chosen_tenth bigint not null default 0;
