-- What the academy has signed with, ever: a signature of years ago is checked with the key of its day. Private keys
-- are files beside the data and never come here, so that a copy of the database cannot sign anything.
create table signing_key (
  -- The beginning of the digest of the public key; signatures name it.
  id text primary key,
  -- facts: Ed25519, for QR codes and statements. pdf: ECDSA P-256, for the PDF of a certificate.
  purpose text not null check (purpose in ('facts', 'pdf')),
  -- facts: the 32 bytes in base64url. pdf: the X.509 certificate in PEM.
  public_part text not null,
  valid_from timestamptz not null,
  -- Set when another key takes over; what is dated later was not signed by the academy.
  valid_until timestamptz,
  check (valid_until >= valid_from)
);
-- Of two programs that make a key at once, one wins.
create unique index signing_key_current on signing_key (purpose) where valid_until is null;
