-- The last verification of each log: the link up to which it was verified, so that the next one goes on from there and
-- sees whether that link is still the same; and what was found wrong.
create table log_check (
  chain text primary key references chain_head,
  link_index bigint not null default 0,
  link_hash text not null default repeat('0', 64),
  -- The certificate after which the next daily check compares older certificates again; empty to begin anew.
  last_certificate_id uuid,
  checked_at timestamptz,
  -- Objects of index, certificateId, number, reason and since; the first hundred of `found`.
  flaws jsonb not null default '[]',
  found bigint not null default 0
);
insert into log_check (chain) values ('audit'), ('certificates');

-- A certificate that was issued before the log kept what it states is recorded once with it.
alter table certificate_event drop constraint certificate_event_kind_check,
  add constraint certificate_event_kind_check
    check (kind in ('issue', 'correct', 'supersede', 'revoke', 'record'));

-- An entry is also found by the id in it, whichever certificate its row names.
create index certificate_event_subject on certificate_event (subject);

-- The list of withdrawn certificates is read from the log.
create index certificate_event_withdrawal on certificate_event (subject, at) where kind in ('revoke', 'supersede');

-- Events whose content was erased are compared with the erasures that were recorded.
create index audit_event_unreadable on audit_event (seal_index) where salt is null and seal_index is not null;

-- Run once: what was erased or never kept before it was recorded.
insert into job (kind, payload) select 'complete-logs', '{}' where exists (select from audit_event);
