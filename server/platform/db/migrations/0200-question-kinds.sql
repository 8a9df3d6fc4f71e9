-- What kind of question it is; the program knows which there are. The answer key and the answers of a single choice are
-- positions among the options, as they were. Those of other kinds are JSON that only the kind understands.
alter table question
  add column kind text not null default 'single-choice',
  add column answer_key jsonb,
  alter column correct_option drop not null,
  add constraint question_has_one_key check ((correct_option is null) <> (answer_key is null));
alter table attempt_answer add column selection jsonb;
