-- A film that is being uploaded in pieces into an object store. What has arrived is in parts of the store's object, and a
-- rest that is too small for a part in an object of its own. With a folder, the files themselves say all of this.
create table resumable_upload (
  id uuid primary key,
  owner_id uuid not null references account,
  original_name text,
  size_bytes bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes <= size_bytes),
  -- The store's name for the object in parts; null before the first part.
  store_upload text,
  -- Each rest has a number of its own, so that two writers at once never write the same one.
  last_number integer not null default 0,
  -- The parts in their order: [{partNumber, etag}].
  parts jsonb not null default '[]',
  rest_number integer,
  rest_bytes integer not null default 0,
  -- When the object was made of its parts.
  finished_at timestamptz,
  changed_at timestamptz not null
);
create index resumable_upload_owner on resumable_upload (owner_id);
create index resumable_upload_changed on resumable_upload (changed_at);
