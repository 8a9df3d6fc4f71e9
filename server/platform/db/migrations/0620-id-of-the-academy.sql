-- The academy of this database: the id that its folder and its bucket have too, so that no program works on the files
-- of one academy with the rows of another. Its first start inserts the one row.
create table academy (
  id uuid primary key,
  only_one boolean not null default true unique check (only_one),
  -- when a program last compared the folder with this database: a folder that knows a later time belongs to a newer copy
  known_at timestamptz not null
);

-- an academy that was started before
insert into academy (id, known_at) select gen_random_uuid(), now() where exists (select from account);
