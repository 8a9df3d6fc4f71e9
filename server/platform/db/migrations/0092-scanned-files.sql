-- What a virus scanner said of a person's file: null where none has looked yet, which is a state of its own.
alter table stored_file
  add column scanned_at timestamptz,
  add column malware text,
  add check (malware is null or scanned_at is not null);
create index stored_file_unscanned on stored_file (id)
  where scanned_at is null and deleted_at is null and folder in ('id_documents', 'signatures', 'profile_pictures');
