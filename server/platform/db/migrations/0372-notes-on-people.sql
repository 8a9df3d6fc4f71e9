-- What staff write down about a person, for colleagues.
create table person_note (
  id uuid primary key default new_id(),
  account_id uuid not null references account,
  written_by uuid not null references account,
  written_at timestamptz not null,
  text text not null
);
create index person_note_account on person_note (account_id);
create index person_note_writer on person_note (written_by);
