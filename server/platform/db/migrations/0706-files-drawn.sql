-- The files on the sheet of a certificate whose picture nobody has opened yet, as the text says that it was drawn with:
-- those of them that are replaced are looked for every hour. Read as a text, so that a row that was altered stops nothing.
create function files_drawn(text) returns text[] language sql immutable strict parallel safe
return array(
  select found[1] from regexp_matches($1, '"(?:photo|signature|logo)":"([^"\\]+)"', 'g') as found
);
create index certificate_files_drawn on certificate using gin (files_drawn(drawn_with))
  where drawn_with is not null and status = 'issued';
