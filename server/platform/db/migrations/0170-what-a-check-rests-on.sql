-- What staff compared when they last checked an identity, so that they see what has changed since.
alter table seafarer_profile add column checked_facts jsonb;

-- The photograph as it was at the issue: one that is exchanged before the drawing has been checked by nobody.
alter table certificate add column portrait_id uuid references stored_file on delete set null;
create index certificate_portrait on certificate (portrait_id) where portrait_id is not null;

-- Until now another grade or photograph held nothing back: staff look at those that changed after their check.
update seafarer_profile as profile set identity_changed_at = now()
where identity_changed_at is null and identity_checked_at is not null and exists (
  select from audit_event
  where subject_kind = 'account' and subject_id = profile.account_id::text and action = 'profile.update'
    and at > profile.identity_checked_at
    and (details->'fields' @> '["gradeNumber"]' or details->'fields' @> '["profilePictureId"]')
);

update seafarer_profile set checked_facts = jsonb_build_object(
  'name', name, 'birthDate', birth_date, 'passportNumber', passport_number, 'passportExpiresOn', passport_expires_on,
  'cdcNumber', cdc_number, 'cdcExpiresOn', cdc_expires_on, 'gradeNumber', grade_number, 'indosNumber', indos_number,
  'idType', id_type, 'profilePictureId', profile_picture_id, 'idDocumentId', id_document_id, 'signatureId', signature_id
)
where identity_changed_at is null and identity_checked_at is not null;

update certificate set portrait_id = profile.profile_picture_id
from seafarer_profile as profile
where profile.account_id = certificate.account_id and profile.identity_changed_at is null;
