-- Those who are approved, and those who wait, are followed apart: among the newest the other kind may be the many.
create index account_approved on account (id) where approved_at is not null;
drop index account_registered;
create index account_registered on account (created_at, id) where approved_at is not null;
create index account_awaiting_registered on account (created_at, id)
  where approved_at is null and email_verified_at is not null and refused_at is null;
