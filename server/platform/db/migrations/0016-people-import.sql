-- Who was invited may choose a password by the link that was mailed, once and for a while.
create table invitation (
  account_id uuid primary key references account on delete cascade,
  token_hash text not null unique,
  invited_by uuid references account,
  expires_at timestamptz not null
);

-- A table of people that staff sent, with what came of each row. Nobody has an account before it is confirmed.
create table people_import (
  id uuid primary key default new_id(),
  filename text not null,
  created_by uuid not null references account,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid references account,
  check ((confirmed_at is null) = (confirmed_by is null))
);
create index people_import_created on people_import (created_at);

create table people_import_row (
  id uuid primary key default new_id(),
  import_id uuid not null references people_import on delete cascade,
  -- As the spreadsheet shows it.
  row int not null,
  prefix text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  mobile text not null,
  -- good: will be invited; invited: has an account now; the others are left out, for the reason that is given.
  outcome text not null check (outcome in ('good', 'duplicate', 'registered', 'invalid', 'invited')),
  reason text,
  unique (import_id, row)
);
create index people_import_row_outcome on people_import_row (import_id, outcome, row);
