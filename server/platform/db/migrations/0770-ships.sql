-- A ship whose crew takes courses from a computer aboard, the ship's box (docs/ship.md).
create table ship (
  id uuid primary key default new_id(),
  name text not null,
  imo text not null unique,
  created_at timestamptz not null,
  created_by uuid references account,
  -- SHA-256 of the code that pairs a computer, and until when it does; null where there is none.
  pairing_hash text,
  pairing_until timestamptz
);
create index ship_created_by on ship (created_by) where created_by is not null;

-- An identity of a ship's computer: a new one replaces it when the computer was restored or copied, or is paired again.
create table ship_box (
  id uuid primary key default new_id(),
  ship_id uuid not null references ship,
  -- The public key (ECDSA, P-256): 65 bytes in base64url.
  public_key text not null unique,
  paired_at timestamptz not null,
  -- The identity that it had before, where it took this one by itself.
  renewed_from uuid references ship_box,
  replaced_at timestamptz,
  seen_at timestamptz,
  -- The time of its own clock in the pack that came last, which decides nothing.
  clock timestamptz
);
create unique index ship_box_current on ship_box (ship_id) where replaced_at is null;
create index ship_box_renewed_from on ship_box (renewed_from) where renewed_from is not null;

create table ship_course (
  ship_id uuid not null references ship,
  course_id uuid not null references course,
  -- The size of its videos in lines; null for the videos as they were uploaded.
  lines integer,
  primary key (ship_id, course_id)
);
create index ship_course_course on ship_course (course_id);

-- Who is signed on; nobody is on two ships.
create table ship_member (
  account_id uuid primary key references account,
  ship_id uuid not null references ship,
  signed_on_at timestamptz not null,
  signed_on_by uuid references account,
  -- The hash of the code with which the person logs in aboard for the first time.
  code_hash text not null
);
create index ship_member_ship on ship_member (ship_id);
create index ship_member_signed_on_by on ship_member (signed_on_by) where signed_on_by is not null;
