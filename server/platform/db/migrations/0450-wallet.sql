-- A kind of document that seafarers carry, as the academy says it: an edition of it. A change is a new row, and the newest
-- of a code applies. A code without a row is as the program's starting kinds have it.
create table document_kind (
  id uuid primary key default new_id(),
  -- what a document of the kind proves, as rules of courses and checklists name it
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9/-]*$'),
  edition int not null check (edition > 0),
  title text not null,
  kind_group text not null check (kind_group in ('travel', 'seamans-book', 'visa', 'medical', 'vaccination', 'competency',
    'endorsement', 'training', 'other')),
  -- How a number may look: A is a letter, 9 a digit, * one of both, anything else itself. Empty: any with a digit.
  number_formats text[] not null default '{}',
  -- whether a country or flag is asked for
  country text not null default 'none' check (country in ('none', 'optional', 'required')),
  -- Whether the country is part of what a document proves: CDC-PA instead of CDC, MED-LR beside MED. The first edition of a
  -- code says it for all of them.
  country_in_code text not null default 'no' check (country_in_code in ('no', 'also', 'instead')),
  -- its last day: none; the one that is printed on it; one, if it has one; at most so many months after its issue
  validity text not null check (validity in ('unlimited', 'stated', 'stated-or-unlimited', 'months')),
  validity_months int check (validity_months > 0),
  -- how many days before the end the renewal begins
  renewal_days int not null check (renewal_days > 0),
  source text not null,
  source_date date not null,
  is_retired boolean not null default false,
  created_at timestamptz not null,
  created_by uuid references account,
  unique (code, edition),
  check ((validity = 'months') = (validity_months is not null))
);
create index document_kind_created_by on document_kind (created_by);

-- A document in a seafarer's wallet. The academy's own certificates and the numbers of the profile are not here.
create table wallet_document (
  id uuid primary key default new_id(),
  account_id uuid not null references account,
  -- the code of its kind
  kind text not null,
  -- what it is, where the kind does not say it
  title text not null default '',
  number text not null,
  issuer text not null,
  -- ISO 3166, two letters; empty for none
  country text not null default '',
  issued_on date not null,
  -- null: it does not end
  expires_on date check (expires_on >= issued_on),
  file_id uuid not null references stored_file,
  -- what it proves, by its kind and country
  codes text[] not null,
  -- raised by each edit of its owner
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'checked', 'refused')),
  decided_at timestamptz,
  decided_by uuid references account,
  refusal_reason text check (refusal_reason in ('unreadable', 'cut-off', 'wrong-document', 'expired', 'mismatch', 'other')),
  refusal_note text,
  check ((status = 'waiting') = (decided_at is null)),
  check ((status = 'refused') = (refusal_reason is not null))
);
create index wallet_document_account on wallet_document (account_id);
create index wallet_document_file on wallet_document (file_id);
create index wallet_document_decided_by on wallet_document (decided_by) where decided_by is not null;
create index wallet_document_waiting on wallet_document (id) where status = 'waiting';
create index wallet_document_last_day on wallet_document (expires_on, id) where status <> 'refused' and expires_on is not null;

-- What people hold, by the codes that rules and checklists name: the academy's certificates that are in force, documents of
-- wallets unless refused, and the numbers of profiles. A certificate proves the qualification of the rule by which it was
-- issued, and what that refreshes or is equivalent to; one from before its course had a qualification proves the first that
-- the course was given. It ends on its last day, or on the day by which it has to be refreshed. Without a known first day it
-- counts from 1900 on; without a last day it does not end. `is_checked`: staff or the academy itself have made sure of it.
create view held_document (account_id, code, first_day, last_day, source, document_id, is_checked) as
  select certificate.account_id, proved.code, certificate.issued_on,
    coalesce(certificate.expires_on, certificate.refresher_due), 'certificate', certificate.id, true
  from certificate
  left join course_rule as rule on rule.id = certificate.rule_id and rule.qualification <> ''
  left join lateral (
    select qualification, kind_of from course_rule
    where course_id = certificate.course_id and qualification <> '' order by edition limit 1
  ) as first_named on rule.id is null
  cross join lateral (
    values (coalesce(rule.qualification, first_named.qualification)), (coalesce(rule.kind_of, first_named.kind_of))
  ) as proved (code)
  where certificate.status = 'issued' and proved.code <> ''
  union all
  select wallet_document.account_id, proved.code, wallet_document.issued_on, wallet_document.expires_on, 'wallet',
    wallet_document.id, wallet_document.status = 'checked'
  from wallet_document cross join lateral unnest(wallet_document.codes) as proved (code)
  where wallet_document.status <> 'refused'
  union all
  select profile.account_id, paper.code, date '1900-01-01', paper.last_day, 'profile', null::uuid,
    profile.identity_checked_at is not null and profile.identity_changed_at is null
  from seafarer_profile as profile
  cross join lateral (
    values ('PASSPORT', profile.passport_expires_on, profile.passport_number),
      ('CDC', profile.cdc_expires_on, profile.cdc_number),
      ('INDOS', null::date, profile.indos_number)
  ) as paper (code, last_day, number)
  where paper.number <> 'NOT ISSUED';
