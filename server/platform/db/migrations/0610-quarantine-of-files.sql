-- Stored files that no row names, or whose row is marked as deleted, each as the last sweep has found it. A file is
-- deleted after 30 days here.
create table quarantined_file (
  folder text not null,
  filename text not null,
  -- when it was marked as deleted, or first found without a row
  since timestamptz not null,
  -- when a sweep last found it so
  seen_at timestamptz not null,
  has_row boolean not null,
  -- marked as deleted although a row in use names it: never deleted
  in_use boolean not null,
  -- an administrator has allowed a mass deletion with it
  is_allowed boolean not null default false,
  primary key (folder, filename)
);

-- Deletions that wait for an administrator because too much would be deleted in a day.
create table mass_deletion (
  kind text primary key check (kind in ('files', 'people')),
  -- how many would be deleted in a day, and of how many; 0 if nothing waits
  waiting int not null default 0,
  total int not null default 0,
  since timestamptz,
  -- when that was last counted
  counted_at timestamptz,
  -- how many people an administrator has allowed to be erased by the next run
  allowed int
);
insert into mass_deletion (kind) values ('files'), ('people');
