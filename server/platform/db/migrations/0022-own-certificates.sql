-- What holders do with their certificates: links that they give away, a calendar, and notices before the last day.

create table certificate_share (
  id uuid primary key default new_id(),
  certificate_id uuid not null references certificate,
  -- Of the token in the link, which nobody but the holder and whoever was given it has.
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index certificate_share_certificate on certificate_share (certificate_id, id);

-- Who opened a link: never more than a coarse network and a device in words.
create table share_opening (
  id uuid primary key default new_id(),
  share_id uuid not null references certificate_share on delete cascade,
  at timestamptz not null,
  network text,
  device text not null
);
create index share_opening_share on share_opening (share_id, id);

-- One secret address for each holder's calendar; a new one ends the old.
create table calendar_feed (
  account_id uuid primary key references account on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null
);

-- Each notice before a certificate's last day is sent once.
create table expiry_notice (
  certificate_id uuid not null references certificate,
  days int not null check (days in (90, 60, 30)),
  sent_at timestamptz not null,
  primary key (certificate_id, days)
);
