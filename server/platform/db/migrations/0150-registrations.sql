-- What somebody registered with, as long as nobody has proved the address: each submission of the form with a code of
-- its own. Its code makes it the account's, and drops the others.
create table registration (
  id uuid primary key default new_id(),
  account_id uuid not null references account on delete cascade,
  prefix text not null check (prefix in ('Mr', 'Mrs', 'Dr', 'Prof')),
  first_name text not null,
  last_name text not null,
  mobile text not null,
  password_hash text not null,
  created_at timestamptz not null,
  verified_at timestamptz
);
create index registration_of_account on registration (account_id);

-- When staff first invited this person. The name that staff gave stands, whatever is registered with the address.
alter table account add invited_at timestamptz;
update account set invited_at = event.at from audit_event as event
where event.action = 'account.invite' and event.subject_kind = 'account' and event.subject_id = account.id::text;
update account set invited_at = account.created_at from invitation
where invitation.account_id = account.id and account.invited_at is null;

insert into registration (account_id, prefix, first_name, last_name, mobile, password_hash, created_at)
select id, prefix, first_name, last_name, mobile, password_hash, created_at from account
where email_verified_at is null and approved_at is null and erased_at is null and invited_at is null;

alter table one_time_code
  add registration_id uuid references registration on delete cascade,
  drop constraint one_time_code_pkey;
update one_time_code set registration_id = registration.id from registration
where registration.account_id = one_time_code.account_id and one_time_code.purpose = 'verify-email';
delete from one_time_code where purpose = 'verify-email' and registration_id is null;
alter table one_time_code
  add constraint one_time_code_key unique nulls not distinct (account_id, purpose, registration_id),
  add check ((purpose = 'verify-email') = (registration_id is not null));
create index one_time_code_registration on one_time_code (registration_id) where registration_id is not null;
