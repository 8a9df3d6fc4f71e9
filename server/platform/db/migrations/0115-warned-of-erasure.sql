-- Who was told, 30 and 7 days before, that an account which nobody uses will be erased. The warning is of the disuse
-- since that moment: whoever has logged in meanwhile is not on the list any more.
create table disuse_notice (
  account_id uuid not null references account on delete cascade,
  days int not null check (days in (30, 7)),
  last_use timestamptz not null,
  erases_on date not null,
  sent_at timestamptz not null,
  primary key (account_id, days)
);

-- From where a shared certificate was opened is forgotten after a while, as it is in the audit.
alter table share_opening alter device drop not null;
create index share_opening_traced on share_opening (at) where network is not null or device is not null;
