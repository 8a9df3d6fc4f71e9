-- What jobs aboard require: checklists of documents, in editions. A change adds an edition; no row changes. Verdicts on
-- people are computed from them, and stored nowhere.
create table checklist (
  id uuid primary key default new_id(),
  name text not null,
  -- so that two names do not differ in capitals alone
  name_key text not null generated always as (lower(name)) stored unique,
  created_at timestamptz not null,
  -- null for the program itself
  created_by uuid references account
);
create index checklist_created_by on checklist (created_by);

create table checklist_edition (
  id uuid primary key default new_id(),
  checklist_id uuid not null references checklist on delete cascade,
  edition int not null check (edition > 0),
  applies_from date not null,
  source text not null,
  source_date date not null,
  note text not null default '',
  -- ChecklistRow[] and TestCase[] of contract/fit-to-join/checklists.ts
  requirements jsonb not null,
  cases jsonb not null,
  created_at timestamptz not null,
  created_by uuid references account,
  unique (checklist_id, edition)
);
create index checklist_edition_created_by on checklist_edition (created_by);
