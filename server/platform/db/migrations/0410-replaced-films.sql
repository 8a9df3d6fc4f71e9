-- The film that has taken the place of a removed one; null for one that was removed without.
alter table film add column successor_id uuid references film;
create index film_successor on film (successor_id) where successor_id is not null;

-- Whether what was watched aboard of a film that was replaced since counts for the new one.
alter table course add column replaced_aboard text not null default 'not' check (replaced_aboard in ('not', 'counts'));

-- The older version of a film that a learner has watched aboard, and that counts for it.
alter table watching add column counted_from uuid references film;
create index watching_counted_from on watching (counted_from) where counted_from is not null;
