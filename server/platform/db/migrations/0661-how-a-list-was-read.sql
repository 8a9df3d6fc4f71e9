-- How a list of people was read: sheet, headings and their columns, and the order of its dates; null for imports that
-- were read before.
alter table people_import add column layout jsonb;

-- The cells of a row as they were read, which staff mend in the preview, and what was not taken as it stands.
alter table people_import_row
  add column cells text[] not null default '{}',
  add column remarks jsonb not null default '[]',
  add column left_out boolean not null default false;

-- The columns that staff chose for lists with these headings, for the next list with the same.
create table people_import_headings (
  digest text primary key,
  columns jsonb not null,
  chosen_by uuid references account on delete set null,
  chosen_at timestamptz not null
);
create index people_import_headings_chosen_by on people_import_headings (chosen_by) where chosen_by is not null;
