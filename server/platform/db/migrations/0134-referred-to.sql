-- A row that goes is looked for in every table that may refer to it. Registrations that come to nothing go, as do files that
-- were replaced: without these indexes each of them read all people, enrolments and certificates.
create index account_approved_by on account (approved_by) where approved_by is not null;
create index account_refused_by on account (refused_by) where refused_by is not null;
create index enrolment_decided_by on enrolment (decided_by) where decided_by is not null;
create index training_completion_marked_by on training_completion (marked_by) where marked_by is not null;
create index certificate_revoked_by on certificate (revoked_by) where revoked_by is not null;
create index certificate_pdf on certificate (pdf_file_id) where pdf_file_id is not null;
create index seafarer_profile_checked_by on seafarer_profile (identity_checked_by) where identity_checked_by is not null;
create index seafarer_profile_picture on seafarer_profile (profile_picture_id);
create index seafarer_profile_document on seafarer_profile (id_document_id);
create index seafarer_profile_signature on seafarer_profile (signature_id);
