-- Videos are searched by their own titles, and staff apart from the many learners.
create index film_title on film using gin (title gin_trgm_ops);
create index film_title_signs on film using gin (search_signs(title)) where search_signs(title) is not null;
create index account_staff_search on account
  using gin ((first_name || ' ' || last_name || ' ' || email) gin_trgm_ops) where role <> 'learner';
create index account_staff_signs on account using gin (search_signs(first_name || ' ' || last_name || ' ' || email))
  where role <> 'learner' and search_signs(first_name || ' ' || last_name || ' ' || email) is not null;
