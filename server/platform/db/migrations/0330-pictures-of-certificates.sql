-- The sheet of a certificate as a picture, drawn with its PDF. Certificates that were drawn before have none.
alter table certificate add picture_file_id uuid references stored_file;
create index certificate_picture on certificate (picture_file_id) where picture_file_id is not null;
