-- The id of a number of the profile among all documents that end: a UUID of version 8 (RFC 9562).
create function paper_id(account_id uuid, paper text) returns uuid language sql immutable parallel safe
  as $$ select overlay(overlay(md5(account_id::text || ' ' || paper) placing '8' from 13) placing '8' from 17)::uuid $$;

-- The same document is not added twice.
create unique index wallet_document_once on wallet_document (account_id, kind, country, number, title);
create index wallet_document_number on wallet_document using gin (number gin_trgm_ops);

-- Lists of what ends, in its order; that of certificates has an index already (certificate_renewal).
create index seafarer_profile_passport_ends on seafarer_profile (passport_expires_on, paper_id(account_id, 'PASSPORT'));
create index seafarer_profile_passport_paper on seafarer_profile (paper_id(account_id, 'PASSPORT'));
create index seafarer_profile_cdc_ends on seafarer_profile (cdc_expires_on, paper_id(account_id, 'CDC'))
  where cdc_expires_on is not null;
create index seafarer_profile_cdc_paper on seafarer_profile (paper_id(account_id, 'CDC'));

-- A notice of the end of a document in a wallet or a profile, so many days before its last day as that was then.
-- Certificates have `expiry_notice`.
create table document_notice (
  account_id uuid not null references account,
  -- of the wallet's document, or `paper_id` of a number of the profile
  document_id uuid not null,
  last_day date not null,
  days int not null check (days > 0),
  sent_at timestamptz not null,
  primary key (document_id, last_day, days)
);
create index document_notice_account on document_notice (account_id);

-- Numbers of profiles were not told before. The step that each has reached at the update counts as told, but for the last
-- one: otherwise one day would tell all of them.
insert into document_notice (account_id, document_id, last_day, days, sent_at)
select profile.account_id, paper_id(profile.account_id, paper.kind), paper.last_day, step.days, now()
from seafarer_profile as profile
cross join lateral (values ('PASSPORT', profile.passport_expires_on), ('CDC', profile.cdc_expires_on)) as paper (kind, last_day)
join (values (180, 91), (90, 61), (60, 31), (30, 8)) as step (days, least)
  on paper.last_day between current_date + step.least and current_date + step.days;
