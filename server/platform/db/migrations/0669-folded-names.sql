-- Names as people type them (server/platform/names/fold-name.ts has the same rules, and a test compares both): without
-- accents, apostrophes, hyphens and points. The column is made by the database, so that no program, of this version or of
-- the one before, can write a name without it. Nothing in these functions depends on the locale of the database.

-- Of capitals whose accents are characters of their own.
create function fold_letters(text) returns text language sql immutable strict parallel safe
return normalize(trim(' ' from regexp_replace(
  translate(
    replace(replace(replace(replace(
      regexp_replace($1, E'[\u0300-\u036f''`\u00b7\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u2018-\u201b\u2032\u2035\ua78b\ua78c\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      'ẞ', 'SS'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'),
    'ÐĐØƏƎĦŁŊŦĸǤƗɄƵɌɎȺɃȻɆȾȽƁƊƉƐƑƔƖƘƝƆƲƳ',
    'DDOEEHLNTQGIUZRYABCETLBDDEFGIKNOVY'),
  E'[\u0009-\u000d \u1680\u2028\u2029.,;:/<\u2010-\u2015\u2043\u2212\u058a\u05be\u060c\u30fb\u3001\u3002-]+', ' ', 'g')), NFC);

-- All spellings of a name, the one by which it is sorted first. `offset 0` has each part computed once. Most names are of
-- plain letters, and take a fifth of the time.
create function fold_name(text) returns text language sql immutable strict parallel safe cost 1000
return case when $1 ~ '^[A-Za-z]{4,}( [A-Za-z]{4,})*$' and $1 !~* 'dela|delos|abd' then upper($1 collate "C") else (
  select simple
    || case when as_two <> simple then ' / ' || as_two else '' end
    || case when as_three not in (simple, as_two) then ' / ' || as_three else '' end
    || case when joined not in (simple, as_two, as_three) then ' / ' || joined else '' end
    || case when divided not in (simple, as_two, as_three, joined) then ' / ' || divided else '' end
  from (
    select fold_letters(letters) as simple,
      fold_letters(replace(replace(replace(replace(replace(letters,
        E'A\u0308', 'AE'), E'A\u030a', 'AA'), E'O\u0308', 'OE'), 'Ø', 'OE'), E'U\u0308', 'UE')) as as_two,
      fold_letters(replace(replace(replace(replace(replace(replace(letters,
        E'A\u0308', 'AE'), E'A\u030a', 'AA'), E'O\u0308', 'OE'), 'Ø', 'OE'), E'U\u0308', 'UXX'), E'N\u0303', 'NXX')) as as_three,
      regexp_replace(fold_letters(regexp_replace(letters, E'[.\u2010-\u2015\u2043\u2212-]', '', 'g')),
        '(?<![^ ])([A-Z]{1,3}|DELA|DELOS|DELAS|ABDUL|ABDEL|ABDUR) ', '\1', 'g') as joined,
      fold_letters(regexp_replace(letters, E'[''`\u02bc\u2018\u2019]', ' ', 'g')) as divided
    from (
      select normalize(normalize(upper(
        normalize(translate($1, E'\u00b4\u1fbd\u1fbf\u1ffd\u1ffe', ''''''''''''), NFKC) collate "und-x-icu"), NFKC), NFD)
        collate "C" as letters
      offset 0
    ) as capitals
    offset 0
  ) as spelling
) end;

alter table account add folded_name text not null generated always as (fold_name(first_name || ' ' || last_name)) stored;
alter table seafarer_profile add folded_name text not null generated always as (fold_name(name)) stored;
alter table certificate add folded_name text not null generated always as (fold_name(name)) stored;
alter table contact_message add folded_name text not null generated always as (fold_name(name)) stored;

-- What was searched and sorted by the names as they are written, is searched and sorted by this column. A program of the
-- version before still works while both run, and reads tables for its searches.
drop index account_search, account_signs, account_staff_search, account_staff_signs, account_by_name,
  seafarer_profile_search, seafarer_profile_signs, seafarer_profile_by_name,
  certificate_search, certificate_signs, certificate_signs_in_order, contact_message_search, contact_message_signs;
drop statistics account_signs_few, seafarer_profile_signs_few, certificate_signs_few, contact_message_signs_few;

create index account_search on account using gin ((folded_name || ' ' || email) gin_trgm_ops);
create index account_staff_search on account using gin ((folded_name || ' ' || email) gin_trgm_ops)
  where role <> 'learner';
create index account_signs on account using gin (search_signs(folded_name || ' ' || email))
  where search_signs(folded_name || ' ' || email) is not null;
create index account_staff_signs on account using gin (search_signs(folded_name || ' ' || email))
  where role <> 'learner' and search_signs(folded_name || ' ' || email) is not null;
create index account_by_name on account (folded_name collate "C", id);
create index seafarer_profile_search on seafarer_profile
  using gin ((folded_name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number) gin_trgm_ops);
create index seafarer_profile_signs on seafarer_profile
  using gin (search_signs(folded_name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number))
  where search_signs(folded_name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number) is not null;
create index seafarer_profile_by_name on seafarer_profile (folded_name collate "C", account_id);
create index certificate_search on certificate
  using gin ((folded_name || ' ' || own_script_name || ' ' || number || ' ' || email) gin_trgm_ops);
create index certificate_signs on certificate
  using gin (search_signs(folded_name || ' ' || own_script_name || ' ' || number || ' ' || email))
  where search_signs(folded_name || ' ' || own_script_name || ' ' || number || ' ' || email) is not null;
create index certificate_signs_in_order on certificate (id)
  where search_signs(folded_name || ' ' || own_script_name || ' ' || number || ' ' || email) is not null;
create index contact_message_search on contact_message
  using gin ((folded_name || ' ' || email || ' ' || message) gin_trgm_ops);
create index contact_message_signs on contact_message
  using gin (search_signs(folded_name || ' ' || email || ' ' || message))
  where search_signs(folded_name || ' ' || email || ' ' || message) is not null;

create statistics account_signs_few on (search_signs(folded_name || ' ' || email)) from account;
create statistics seafarer_profile_signs_few on
  (search_signs(folded_name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number)) from seafarer_profile;
create statistics certificate_signs_few on
  (search_signs(folded_name || ' ' || own_script_name || ' ' || number || ' ' || email)) from certificate;
create statistics contact_message_signs_few on (search_signs(folded_name || ' ' || email || ' ' || message))
  from contact_message;

-- Statistics are empty until their table is analyzed, as in 0405.
do $$
declare searched text;
begin
  foreach searched in array array['contact_message', 'seafarer_profile', 'certificate', 'account'] loop
    declare is_large boolean;
    begin
      execute format('select exists (select from %I offset 10000)', searched) into is_large;
      if is_large then execute format('analyze %I', searched); end if;
    end;
  end loop;
end $$;
