-- What a member of the staff has beside the password: a secret that an authenticator app shares, sealed with a key
-- outside the database, and recovery codes, each good once.
create table second_factor (
  account_id uuid primary key references account on delete cascade,
  sealed_secret text not null,
  -- Null as long as no code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The 30 seconds of the code last taken: it and what came before are taken no more.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id uuid not null references second_factor on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
