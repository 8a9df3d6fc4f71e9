-- Whether the academy's mailbox brought a part of an offline record: its sender is not known, and was not uploaded by
-- anybody.
alter table offline_part add column by_email boolean not null default false;
