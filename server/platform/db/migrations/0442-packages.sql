-- The training of a course is an ordered list of items: films, and packages of authoring tools (SCORM). A package is an
-- item like a film: it has a place, a title, and a time that counts. Its `duration_seconds` is the least time that a
-- learner spends in it, and its file is that of the newest version.
alter table film add column kind text not null default 'film' check (kind in ('film', 'package'));

-- When a package has reported its completion to the learner's browser; null for films.
alter table watching add column reported_at timestamptz;

-- Learners who have begun a package finish the version that they began.
create table package_version (
  id uuid primary key default new_id(),
  film_id uuid not null references film,
  number int not null,
  file_id uuid not null references stored_file,
  -- What its manifest says: edition, title, and the items that are launched.
  manifest jsonb not null,
  upload_id uuid unique,
  created_at timestamptz not null,
  unique (film_id, number)
);
create index package_version_file on package_version (file_id);

-- Where each entry of a package is in its file.
create table package_entry (
  version_id uuid not null references package_version,
  -- The path in lower case and composed form (NFC).
  path text not null,
  media_type text not null,
  begins_at bigint not null,
  size_bytes bigint not null,
  is_compressed boolean not null,
  primary key (version_id, path)
);

-- A learner's work in a package: which version, and the item that was open last.
create table package_run (
  enrolment_id uuid not null,
  film_id uuid not null,
  version_id uuid not null references package_version,
  began_at timestamptz not null,
  item_id text,
  primary key (enrolment_id, film_id),
  foreign key (enrolment_id, film_id) references watching
);
create index package_run_version on package_run (version_id);
create index package_run_film on package_run (film_id);

-- What an item of a package has stored: its data model (suspend data, bookmark, interactions, objectives).
create table package_state (
  enrolment_id uuid not null,
  film_id uuid not null,
  item_id text not null,
  -- Raised by each commit; a page that has not seen the last one, and did not write it, does not overwrite it.
  revision int not null,
  page_id uuid not null,
  -- JSON as text: a package may store characters that jsonb refuses.
  data text not null,
  -- What is read of the data: the words of the package, and whether it has reported the item as complete.
  status text not null,
  score double precision,
  is_complete boolean not null,
  updated_at timestamptz not null,
  primary key (enrolment_id, film_id, item_id),
  foreign key (enrolment_id, film_id) references package_run
);
-- How the questions inside a package were answered is read of its newest learners.
create index package_state_film on package_state (film_id, enrolment_id);
