-- The register of certificates: what became of each, and when.

alter table certificate
  -- Stands for the certificate where nobody shall learn which one it is.
  add log_id uuid not null unique default gen_random_uuid(),
  add superseded_at timestamptz,
  -- Why a newer one has taken its place.
  add supersession text check (supersession in ('renewal', 'correction')),
  add revoked_by uuid references account;

update certificate set supersession = 'renewal', superseded_at = now() where status = 'superseded';
alter table certificate
  add check ((status = 'superseded') = (supersession is not null)),
  add check ((status = 'superseded') = (superseded_at is not null));
update certificate set revoked_at = now() where status = 'revoked' and revoked_at is null;
alter table certificate add check ((status = 'revoked') = (revoked_at is not null));

-- A corrected certificate is earned by the same attempt as the one that it replaces.
alter table certificate drop constraint certificate_enrolment_id_key, drop constraint certificate_attempt_id_key;
create unique index certificate_of_enrolment on certificate (enrolment_id)
  where supersession is distinct from 'correction';
create unique index certificate_of_attempt on certificate (attempt_id) where supersession is distinct from 'correction';

-- Whatever races, a person holds one live certificate for a course.
create unique index certificate_live on certificate (account_id, course_id) where status = 'issued';

-- The register is found by state, course, end of validity, and by name or number.
create index certificate_expiry on certificate (expires_on) where status = 'issued';
create index certificate_course on certificate (course_id, id);
create index certificate_status on certificate (status, id);
create index certificate_search on certificate using gin ((name || ' ' || number || ' ' || email) gin_trgm_ops);
