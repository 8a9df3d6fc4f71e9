-- A person can have a calendar of each kind: of their certificates, or as staff, of the batches that they may see. The URL
-- of one never opens the other.
alter table calendar_feed add column kind text not null default 'certificates' check (kind in ('certificates', 'batches'));
alter table calendar_feed alter column kind drop default;
alter table calendar_feed drop constraint calendar_feed_pkey, add primary key (account_id, kind);
