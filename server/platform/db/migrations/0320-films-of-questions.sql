-- The film that teaches what a question asks, set by staff; null for none.
-- The film may have been replaced or removed since.
alter table question add column film_id uuid references film;
create index question_film on question (film_id) where film_id is not null;
