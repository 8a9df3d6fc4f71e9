-- Until now the erasure of one person, the undo of an import and the retention of registrations marked almost every
-- file that is no PDF as deleted. The mark is taken off where a row in use names the file. Files that were replaced
-- or removed, and those of erased people, stay marked.
update stored_file set deleted_at = null
where deleted_at is not null and (
  exists (select from academy_settings where logo_id = stored_file.id or signature_id = stored_file.id)
  or exists (select from course where image_id = stored_file.id)
  or exists (select from seafarer_profile where profile_picture_id = stored_file.id)
  or exists (select from seafarer_profile where id_document_id = stored_file.id)
  or exists (select from seafarer_profile where signature_id = stored_file.id)
  or exists (select from seafarer_profile where passport_document_id = stored_file.id)
  or exists (select from seafarer_profile where cdc_document_id = stored_file.id)
  or exists (select from seafarer_profile where indos_document_id = stored_file.id)
  or exists (select from wallet_document where file_id = stored_file.id)
  or exists (select from fee_proof where file_id = stored_file.id and state <> 'replaced')
  or exists (select from certificate where pdf_file_id = stored_file.id)
  or exists (
    select from certificate join account on account.id = certificate.account_id
    where picture_file_id = stored_file.id and account.erased_at is null)
  or exists (select from question_picture where file_id = stored_file.id)
  or exists (
    select from film where removed_at is null
      and (file_id = stored_file.id or poster_file_id = stored_file.id or ladder_file_id = stored_file.id))
  or exists (
    select from film_rendition as made join film on film.id = made.film_id
    where removed_at is null and (made.file_id = stored_file.id or made.playlist_file_id = stored_file.id))
  or exists (
    select from film_text as text join film on film.id = text.film_id
    where removed_at is null and text.file_id = stored_file.id)
  or exists (
    select from package_version as version
    join film on film.id = version.film_id
    join package_run as run on run.version_id = version.id
    join watching on watching.enrolment_id = run.enrolment_id and watching.film_id = run.film_id
    where removed_at is null and version.file_id = stored_file.id and watching.completed_at is null)
  or exists (select from inspection_pack where file_id = stored_file.id)
);
