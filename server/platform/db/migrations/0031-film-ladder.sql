-- What ffmpeg made of a film, where there is one: a picture to begin with, and smaller versions for slow links.
alter table film
  add column poster_file_id uuid references stored_file,
  -- The list of all versions, by which a player chooses; empty as long as the film is not prepared.
  add column ladder_file_id uuid references stored_file,
  -- From 0 to 100 once the preparation has begun.
  add column preparation_percent int,
  add column preparation_failure text;

create table film_rendition (
  film_id uuid not null references film,
  -- Height of the picture, or its width where it stands upright; 0 is sound alone.
  lines int not null,
  file_id uuid not null references stored_file,
  playlist_file_id uuid not null references stored_file,
  bits_per_second int not null,
  primary key (film_id, lines)
);

-- Captions (WebVTT) in a language, and the transcript.
create table film_text (
  film_id uuid not null references film,
  kind text not null check (kind in ('captions', 'transcript')),
  language text not null,
  file_id uuid not null references stored_file,
  primary key (film_id, kind, language)
);
