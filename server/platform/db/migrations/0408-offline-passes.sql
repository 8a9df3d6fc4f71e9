-- What a device may play without a link: the academy has signed it for a person, a course and the device's key. Its
-- record is a hash chain (contract/offline-records/offline-record-format.ts), of which the academy has all links up to a number.
create table offline_pass (
  id uuid primary key default new_id(),
  enrolment_id uuid not null references enrolment,
  -- The public key: 65 bytes in base64url.
  device_key text not null,
  -- The device in words, as its browser describes itself.
  device_words text not null,
  -- The films in the order of the pass: [{id, seconds}].
  films jsonb not null,
  issued_at timestamptz not null,
  seen_at timestamptz not null,
  -- The last link of the record that the academy has, and the hash after it in base64url; null before the first.
  head_number integer not null default 0,
  hash_at_head text,
  -- The session that the last link belongs to; null where it is not known.
  head_session jsonb,
  -- What was played and could not be credited yet: it is behind a film that is incomplete, or an open presence check.
  waiting jsonb not null default '[]',
  -- Answers to presence checks that are not due yet: {check: choice}.
  answers jsonb not null default '{}',
  credited_seconds double precision not null default 0,
  synced_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references account,
  -- When the device was told of the withdrawal.
  told_at timestamptz
);
create index offline_pass_enrolment on offline_pass (enrolment_id);
create index offline_pass_withdrawn_by on offline_pass (withdrawn_by) where withdrawn_by is not null;

-- Links of a record as they arrived, with what proves them.
create table offline_part (
  id uuid primary key default new_id(),
  pass_id uuid not null references offline_pass,
  first_number integer not null,
  last_number integer not null,
  -- The hashes before the first link and after the last, and the device's signature of the last, in base64url.
  hash_before text not null,
  hash_after text not null,
  links bytea not null,
  signature text not null,
  -- Whether it continues what the academy had; one that does not contradicts it.
  continues boolean not null,
  received_at timestamptz not null,
  -- The colleague who uploaded it as a file; null when it came from the person.
  uploaded_by uuid references account,
  unique (pass_id, hash_after)
);
create index offline_part_uploaded_by on offline_part (uploaded_by) where uploaded_by is not null;

-- What a record added to the credit of a film.
create table offline_stretch (
  id uuid primary key default new_id(),
  pass_id uuid not null references offline_pass,
  film_id uuid not null references film,
  intervals jsonb not null,
  credited_seconds double precision not null,
  -- When it was played by the device's clock, which may be wrong; null where the record does not say.
  played_from timestamptz,
  played_to timestamptz,
  credited_at timestamptz not null
);
create index offline_stretch_pass on offline_stretch (pass_id, film_id);

-- A way in which a record contradicts itself, or what the academy knows.
create table offline_contradiction (
  pass_id uuid not null references offline_pass,
  kind text not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (pass_id, kind)
);
