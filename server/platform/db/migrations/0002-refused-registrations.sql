-- A registration that staff turned down keeps its row: whoever looks at a second try sees that there was a first.
alter table account
  add refused_at timestamptz,
  add refused_by uuid references account,
  add refusal_reason text,
  add check ((refused_at is null) = (refusal_reason is null)),
  add check (refused_at is null or approved_at is null);

drop index account_awaiting;
create index account_awaiting on account (id)
  where approved_at is null and refused_at is null and email_verified_at is not null;
