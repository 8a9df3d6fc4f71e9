-- The Merkle tree over the public log, in the tiles in which it is published (c2sp.org/tlog-tiles): the hashes of 256
-- neighbours of a level, 32 bytes each. The last tile of a level is still growing.
create table log_tile (
  level smallint not null,
  number bigint not null,
  hashes bytea not null,
  primary key (level, number)
);

-- What the academy signed about the tree, by the number of its entries: the text of the signed note, without
-- cosignatures.
create table log_checkpoint (
  size bigint primary key,
  note text not null,
  signed_at timestamptz not null
);

-- A witness's signature of such a checkpoint: the line that is added to the note.
create table log_cosignature (
  size bigint not null references log_checkpoint,
  witness text not null,
  line text not null,
  primary key (size, witness)
);

-- log: Ed25519, for checkpoints; its public part is a verifier key (c2sp.org/signed-note), which names the log.
alter table signing_key drop constraint signing_key_purpose_check,
  add constraint signing_key_purpose_check check (purpose in ('facts', 'pdf', 'log'));
