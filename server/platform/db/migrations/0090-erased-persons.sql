-- A person who was erased: the row stays without a name, since certificates and the audit refer to it.
alter table account
  add erased_at timestamptz,
  add check (erased_at is null or (approved_at is null and email_verified_at is null));
create index stored_file_owner on stored_file (owner_id);
