-- Copies of further documents, which the academy has asked for.
alter table seafarer_profile
  add column passport_document_id uuid references stored_file,
  add column cdc_document_id uuid references stored_file,
  add column indos_document_id uuid references stored_file;
create index seafarer_profile_passport_document on seafarer_profile (passport_document_id)
  where passport_document_id is not null;
create index seafarer_profile_cdc_document on seafarer_profile (cdc_document_id) where cdc_document_id is not null;
create index seafarer_profile_indos_document on seafarer_profile (indos_document_id)
  where indos_document_id is not null;

-- A document that staff have asked a person for. It is open until the person has uploaded one (answered), or until staff
-- have checked the profile or withdrawn it (settled).
create table document_request (
  id uuid primary key default new_id(),
  account_id uuid not null references account,
  document text not null check (document in (
    'profilePicture', 'idDocument', 'signature', 'passportDocument', 'cdcDocument', 'indosDocument')),
  reason text not null check (reason in (
    'missing', 'unreadable', 'cut-off', 'wrong-document', 'expired', 'mismatch', 'other')),
  note text,
  asked_by uuid not null references account,
  asked_at timestamptz not null,
  answered_at timestamptz,
  settled_at timestamptz
);
create index document_request_account on document_request (account_id);
create index document_request_asked_by on document_request (asked_by);
create unique index document_request_open on document_request (account_id, document)
  where answered_at is null and settled_at is null;

-- What the program read in a picture. It is about `file_id` alone, which is no foreign key: once the person has uploaded
-- another file, the row says nothing until it is replaced.
create table document_reading (
  account_id uuid not null references account,
  document text not null check (document in (
    'profilePicture', 'idDocument', 'signature', 'passportDocument', 'cdcDocument', 'indosDocument')),
  file_id uuid not null,
  read_at timestamptz not null,
  -- Of the stored picture, in pixels.
  width integer not null,
  height integer not null,
  -- How strong its sharpest edges are; compared with a threshold.
  sharpness real not null,
  primary key (account_id, document)
);

-- The same number in two accounts, however it was written.
create index seafarer_profile_passport_key
  on seafarer_profile (upper(regexp_replace(passport_number, '[^[:alnum:]]', '', 'g')));
create index seafarer_profile_indos_key
  on seafarer_profile (upper(regexp_replace(indos_number, '[^[:alnum:]]', '', 'g')));

-- The documents of those who wait for a decision are read once.
insert into job (kind, payload)
  select 'read-document', jsonb_build_object('accountId', account_id, 'document', document)
  from seafarer_profile cross join unnest(array['profilePicture', 'idDocument', 'signature']) as document
  where identity_changed_at is not null or exists (
    select from enrolment where enrolment.account_id = seafarer_profile.account_id and enrolment.status = 'pending');
