alter table film
  -- Whether browsers play it as it was uploaded; otherwise only the versions that are made of it.
  add original_plays boolean not null default true,
  -- What became of the subtitles in the file, in words for staff; null until they were looked for.
  add subtitles_note text;

-- Bit rates are read from what is stored of a version whenever the list of all versions is written.
alter table film_rendition drop bits_per_second;

-- Films of more than twenty minutes are prepared beside shorter ones. Of those that wait, the length is not looked at.
update job set kind = 'prepare-long-film' where kind = 'prepare-film' and done_at is null;

-- Films that were prepared before get the version for links of 100 kbit/s, and with it a list that states the peaks.
insert into job (kind, payload, key)
  select 'prepare-long-film', jsonb_build_object('filmId', id), 'prepare-long-film:' || id
  from film
  where removed_at is null and ladder_file_id is not null
  order by id;
