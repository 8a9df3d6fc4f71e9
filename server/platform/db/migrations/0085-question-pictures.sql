-- A picture that a question may show. Only what stands here can: no other stored file is ever given out as one.
create table question_picture (
  file_id uuid primary key references stored_file,
  -- In pixels, so that a page keeps its place before the picture has come.
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null
);

alter table question
  add column picture_id uuid references question_picture,
  -- What the picture shows, for those who do not see it.
  add column picture_text text not null default '',
  add constraint question_picture_described check ((picture_id is null) = (picture_text = ''));
create index question_picture_used on question (picture_id) where picture_id is not null;
