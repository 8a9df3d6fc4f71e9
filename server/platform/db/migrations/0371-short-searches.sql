-- The characters of Chinese, Japanese and Korean in a text (contract/platform/search.ts has the same ranges); null for none. A
-- name has two or three of them, and no space between, so that trigrams find neither one nor two.
create function search_signs(text) returns text[] language sql immutable strict parallel safe cost 1000 as $$
  select case when $1 ~ '[\u3005\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]'
    then (select array_agg(distinct found[1])
      from regexp_matches($1, '[\u3005\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]', 'g') as found) end $$;

-- The register is also searched by the name in the holder's own script.
drop index certificate_search;
create index certificate_search on certificate
  using gin ((name || ' ' || own_script_name || ' ' || number || ' ' || email) gin_trgm_ops);

-- People are also found by the name in their own script, which few have.
create index seafarer_profile_own_script on seafarer_profile using gin (own_script_name gin_trgm_ops)
  where own_script_name <> '';

-- Only rows with such characters are in these indexes.
create index seafarer_profile_own_script_signs on seafarer_profile using gin (search_signs(own_script_name))
  where search_signs(own_script_name) is not null;
create index account_signs on account using gin (search_signs(first_name || ' ' || last_name || ' ' || email))
  where search_signs(first_name || ' ' || last_name || ' ' || email) is not null;
create index seafarer_profile_signs on seafarer_profile
  using gin (search_signs(name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number))
  where search_signs(name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number) is not null;
create index certificate_signs on certificate
  using gin (search_signs(name || ' ' || own_script_name || ' ' || number || ' ' || email))
  where search_signs(name || ' ' || own_script_name || ' ' || number || ' ' || email) is not null;
create index course_signs on course using gin (search_signs(title || ' ' || category || ' ' || description))
  where search_signs(title || ' ' || category || ' ' || description) is not null;
create index course_title_signs on course using gin (search_signs(title)) where search_signs(title) is not null;
create index training_set_title_signs on training_set using gin (search_signs(title))
  where search_signs(title) is not null;
create index assessment_version_title_signs on assessment_version using gin (search_signs(title))
  where search_signs(title) is not null;
create index question_signs on question using gin (search_signs(text || ' ' || topic))
  where search_signs(text || ' ' || topic) is not null;
