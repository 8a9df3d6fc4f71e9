-- When somebody last used an account, written as its sessions are thrown away; of an account that has sessions, they
-- say it. Whoever was there before is counted from today on.
alter table account add last_seen_at timestamptz;
update account set last_seen_at = now();

-- Addresses that the audit keeps for a while.
create index audit_event_traced on audit_event (at) where address is not null or device is not null;
