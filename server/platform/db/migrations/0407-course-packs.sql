-- The digests by which a device checks a file that it takes aboard, piece by piece; computed when they are first asked
-- for. A stored file never changes.
create table piece_digests (
  file_id uuid primary key references stored_file on delete cascade,
  digests bytea not null
);
