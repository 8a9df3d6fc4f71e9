-- Particulars of a seafarer that staff entered before the seafarer made a profile, from which the profile form starts.
create table entered_particulars (
  account_id uuid primary key references account on delete cascade,
  birth_date date,
  passport_number text,
  passport_expires_on date,
  cdc_number text,
  cdc_expires_on date,
  grade_number text,
  indos_number text,
  entered_by uuid not null references account,
  entered_at timestamptz not null
);
create index entered_particulars_passport on entered_particulars (passport_number) where passport_number is not null;
create index entered_particulars_indos on entered_particulars (indos_number) where indos_number is not null;
create index entered_particulars_by on entered_particulars (entered_by);

-- A number that another person has already is looked up.
create index seafarer_profile_passport on seafarer_profile (passport_number);
create index seafarer_profile_indos on seafarer_profile (indos_number);

-- When staff sent the invitation again; people who are invited are listed with those who are approved.
alter table account add column invited_again_at timestamptz;
drop index account_approved;
create index account_admitted on account (id) where approved_at is not null or invited_at is not null;
drop index account_registered;
create index account_registered on account (created_at, id) where approved_at is not null or invited_at is not null;
create index account_invited on account (id) where invited_at is not null and approved_at is null;

-- An import stores what it makes in one transaction, and can be undone. One that was still under way is confirmed again.
update people_import set confirmed_at = null, confirmed_by = null
where exists (select from people_import_row where import_id = people_import.id and outcome = 'good');
alter table people_import
  add column undone_at timestamptz,
  add column undone_by uuid references account,
  add constraint people_import_undone check ((undone_at is null) = (undone_by is null));

alter table people_import_row drop constraint people_import_row_outcome_check;
update people_import_row set outcome = case outcome
  when 'good' then 'new' when 'invited' then 'new' when 'registered' then 'unchanged' else 'refused' end;
alter table people_import_row
  add constraint people_import_row_outcome_check
    check (outcome in ('new', 'matched', 'unchanged', 'refused', 'undone', 'kept')),
  add column birth_date date,
  add column passport_number text,
  add column passport_expires_on date,
  add column cdc_number text,
  add column cdc_expires_on date,
  add column grade_number text,
  add column indos_number text,
  -- As the table names them, and what was found by that.
  add column course text not null default '',
  add column batch text not null default '',
  add column course_id uuid references course,
  add column batch_id uuid references batch,
  -- The account that was found or made.
  add column account_id uuid references account on delete set null,
  -- The enrolment that was made; null where one that was there already was continued.
  add column enrolment_id uuid references enrolment on delete set null,
  -- When the email to the person was put into the outbox.
  add column mailed_at timestamptz;
update people_import_row set mailed_at = confirmed_at
from people_import where people_import.id = import_id and confirmed_at is not null;
create index people_import_row_account on people_import_row (account_id) where account_id is not null;
create index people_import_row_enrolment on people_import_row (enrolment_id) where enrolment_id is not null;
