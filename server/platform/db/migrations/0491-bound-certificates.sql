-- The document on which the validity of a certificate depends, as it states it: it is valid while that document is. Blank
-- for none.
alter table certificate add column bound_to text not null default '';
