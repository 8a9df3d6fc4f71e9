-- The sheet of a certificate as a picture, drawn with its PDF. Certificates that were drawn before have none, and an
-- erasure deletes it.
alter table certificate add picture_file_id uuid references stored_file on delete set null;
create index certificate_picture on certificate (picture_file_id) where picture_file_id is not null;
