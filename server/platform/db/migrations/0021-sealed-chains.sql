-- Two chains in which each link bears the hash of the one before: the audit's, and the public log of certificates.
-- A deed writes its row; a sealer chains the rows that were committed. A link is made of a salted digest of what the
-- row says, so that what it says can be forgotten, salt and all, without breaking the chain.

create table chain_head (
  chain text primary key check (chain in ('audit', 'certificates')),
  size bigint not null default 0,
  hash text not null default repeat('0', 64),
  sealed_at timestamptz
);
insert into chain_head (chain) values ('audit'), ('certificates');

alter table audit_event
  -- In words, such as 'Chrome on Windows'.
  add device text,
  -- Empty for what was written before there were chains, and once the row's content was forgotten.
  add salt text,
  add digest text,
  add seal_index bigint unique,
  add seal_hash text,
  add check ((seal_index is null) = (seal_hash is null));
update audit_event set digest = encode(sha256(convert_to(id::text, 'UTF8')), 'hex');
alter table audit_event alter digest set not null;
create index audit_event_unsealed on audit_event (at, id) where seal_index is null;
create index audit_event_actor on audit_event (actor_id, id);
create index audit_event_action on audit_event (action, id);

create table certificate_event (
  id uuid primary key default new_id(),
  at timestamptz not null,
  kind text not null check (kind in ('issue', 'correct', 'supersede', 'revoke')),
  certificate_id uuid not null references certificate,
  -- The certificate's log_id: the same for all that happens to it, and nothing else about it.
  subject uuid not null,
  salt text,
  digest text not null,
  seal_index bigint unique,
  seal_hash text,
  check ((seal_index is null) = (seal_hash is null))
);
create index certificate_event_unsealed on certificate_event (at, id) where seal_index is null;
create index certificate_event_certificate on certificate_event (certificate_id);

-- What was issued before there was a log stands at its beginning.
insert into certificate_event (at, kind, certificate_id, subject, digest)
  select created_at, 'issue', id, log_id, encode(sha256(convert_to(log_id::text, 'UTF8')), 'hex')
  from certificate where status <> 'held' order by id;
