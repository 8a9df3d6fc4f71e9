-- The digest of the signature in a certificate's QR code. The list of withdrawn certificates names them by it: the
-- digests of numbers can be reversed by trying all numbers, which takes a graphics card some hours.
alter table certificate add code_digest text;

-- Certificates that were drawn before: their codes are read from their PDFs once they are withdrawn.
create index certificate_withdrawn_unread on certificate (id)
  where status in ('revoked', 'superseded') and code_digest is null and pdf_file_id is not null;
