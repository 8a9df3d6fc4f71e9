-- Papers that were stored before there was a seal are sealed by a job, once.
insert into job (kind, key)
  select 'seal-old-files', 'seal-old-files'
  where exists (
    select from stored_file where folder in ('id_documents', 'signatures', 'certificates', 'profile_pictures'));
