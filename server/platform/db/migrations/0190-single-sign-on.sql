-- Staff log in by the academy's own OpenID provider.

-- Who a member of the staff is there: the provider's name for them never changes, their address may.
create table staff_identity (
  id uuid primary key default new_id(),
  account_id uuid not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- When the account's second factor was last shown beside it: the provider's word for one counts from then on.
  factor_shown_at timestamptz,
  unique (issuer, subject),
  unique (account_id, issuer)
);

-- A login that has begun: for one browser, for some minutes, and used once.
create table sign_on (
  state text primary key,
  issuer text not null,
  -- Of the secret that the browser keeps (PKCE, RFC 7636): only the browser that began can finish.
  code_challenge text not null,
  nonce text not null,
  expires_at timestamptz not null,
  -- When the provider's code was used.
  used_at timestamptz,
  -- Whom the provider has named, while the account's second factor is still missing.
  account_id uuid references account on delete cascade,
  subject text,
  role text check (role in ('registrar', 'instructor')),
  provider_session text,
  check ((account_id is null) = (subject is null))
);
create index sign_on_of_account on sign_on (account_id) where account_id is not null;

-- By whom a session was opened, for the provider to end it.
alter table session
  add column identity_id uuid references staff_identity on delete set null,
  add column provider_session text;
create index session_of_identity on session (identity_id) where identity_id is not null;
