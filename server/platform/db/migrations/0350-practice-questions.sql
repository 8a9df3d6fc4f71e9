-- Whether learners practise with a question, which no test paper then asks, and why its answer is right; blank for nothing.
alter table question
  add column for_practice boolean not null default false,
  add column explanation text not null default '';
