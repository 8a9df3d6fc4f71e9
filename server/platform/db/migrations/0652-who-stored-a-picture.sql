-- Who stored a picture of a question: they may use it before a question of their courses shows it. Pictures that were
-- stored before are in use, or are deleted within a week.
alter table question_picture add column stored_by uuid references account;
create index question_picture_stored_by on question_picture (stored_by);
