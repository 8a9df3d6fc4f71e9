-- The certificate of the web server of a ship's computer (docs/ship.md).
alter table ship
  -- What the computer has asked for last: its public key, and the signature of the request, {key, signature}.
  add column certificate_request jsonb,
  -- The certificate for that key with its issuers, as PEM, and when it ends.
  add column certificate_chain text,
  add column certificate_until timestamptz,
  -- Why the operator's command has given no certificate.
  add column certificate_trouble text;
