-- The words that staff have given to letters; a letter without a row has the program's own.
create table letter_words (
  key text primary key,
  subject text not null,
  body text not null,
  changed_at timestamptz not null,
  changed_by uuid not null references account
);
