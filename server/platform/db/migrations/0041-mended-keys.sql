-- A wrong key that was mended, and what it did to the results that were there already.
create table key_change (
  id uuid primary key default new_id(),
  assessment_id uuid not null references assessment,
  question_text text not null,
  old_answer text not null,
  new_answer text not null,
  reason text not null,
  changed_by uuid not null references account,
  changed_at timestamptz not null
);
create index key_change_assessment on key_change (assessment_id);

create table attempt_regrade (
  attempt_id uuid not null references attempt,
  key_change_id uuid not null references key_change,
  old_score int not null,
  new_score int not null,
  gained_pass boolean not null,
  primary key (attempt_id, key_change_id)
);

create index attempt_answer_question on attempt_answer (question_id);
create index attempt_version on attempt (version_id);
