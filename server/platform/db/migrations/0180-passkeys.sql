-- What opens an account in the place of the password: a key pair of a device, of which the public half is kept.
create table passkey (
  id uuid primary key default new_id(),
  account_id uuid not null references account on delete cascade,
  -- The device's own name for the key, in base64url; no two accounts have the same.
  credential_id text not null unique,
  -- In COSE, base64url.
  public_key text not null,
  -- How often the device says that it has signed; devices that do not count, or that share the key, say 0.
  counter bigint not null,
  -- How the device is reached: internal, usb, hybrid, ...
  transports jsonb not null,
  -- Whether the key may be kept by more than this device, and is.
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Since its counter went back, which says that there is a copy of the key: it opens nothing any more.
  blocked_at timestamptz
);
create index passkey_of_account on passkey (account_id, id);

-- A random text that a device is asked to sign: good once, for one purpose and a few minutes.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'log-in')),
  -- Whose passkey is added; a login shows whose it is when it is answered.
  account_id uuid references account on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'log-in') = (account_id is null))
);
create index passkey_challenge_of_account on passkey_challenge (account_id) where account_id is not null;
