-- What only the computer of a ship has. Ashore these tables are empty.
create table ship_box_state (
  id boolean primary key default true check (id),
  academy_url text not null,
  ship_id uuid not null,
  box_id uuid not null,
  -- The box's own key as a JWK and the key of its packs, encrypted with the vault's secret.
  private_key text not null,
  pack_key text not null,
  -- The key that it is about to take, while the academy has not answered; encrypted in the same way.
  next_key text,
  -- The academy's keys for statements, as they were published at the last contact.
  academy_keys jsonb not null,
  -- The sections of what was decided ashore, by name; when the academy put them together, and until when they allow
  -- logins.
  manifest jsonb not null default '{}',
  made_at timestamptz,
  valid_until timestamptz,
  contact_at timestamptz,
  -- Why the last contact did not succeed, and why the last course file was refused.
  trouble text,
  file_trouble text,
  -- A moment that the box's clock has reached: it never goes back behind it.
  reached_at timestamptz not null
);

-- Sections that have arrived, by the SHA-256 of their content.
create table ship_section (
  digest text primary key,
  content jsonb not null
);

-- The record of a pass, signed by the box (contract/offline-records/offline-record-format.ts). It names nobody: what
-- was not sent when a person signed off stays until the academy has it.
create table ship_record (
  pass_id uuid primary key,
  enrolment uuid not null,
  -- The films in the order of the pass: [{id, seconds}].
  films jsonb not null,
  head_number integer not null,
  hash_at_head text not null,
  -- The links that the academy does not have, in base64url.
  links jsonb not null default '[]',
  -- What of each film is in the record or came from the academy: {film: intervals}.
  recorded jsonb not null default '{}',
  session jsonb,
  -- Answers to presence checks that the academy does not have: {check: choice}.
  answers jsonb not null default '{}'
);
create index ship_record_enrolment on ship_record (enrolment);

-- On the computer of a ship a question about a film has no right answer: that is judged ashore. Elsewhere the contract
-- requires one.
alter table film_check drop constraint film_check_check1;
