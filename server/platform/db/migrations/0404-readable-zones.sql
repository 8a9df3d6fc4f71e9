-- What the readable zone of a passport says (ICAO 9303, part 4), if its check digits prove that it was read correctly;
-- the name is missing where its line was not read for sure.
alter table document_reading
  add column zone_surname text,
  add column zone_given_names text,
  -- Whether the name fills its line, so that parts of it may be missing.
  add column zone_name_is_cut boolean,
  add column zone_number text,
  add column zone_birth_date date,
  add column zone_expires_on date;

-- The passports of those who wait for a decision are read once.
insert into job (kind, payload)
  select 'read-document', jsonb_build_object('accountId', account_id, 'document', document)
  from seafarer_profile cross join unnest(array['idDocument', 'passportDocument']) as document
  where (document = 'idDocument' and id_type = 'Passport' or document = 'passportDocument' and passport_document_id is not null)
    and (identity_changed_at is not null or exists (
      select from enrolment where enrolment.account_id = seafarer_profile.account_id and enrolment.status = 'pending'));
