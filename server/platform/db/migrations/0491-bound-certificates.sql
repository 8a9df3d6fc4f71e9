-- The document as long as which a certificate is valid, as it states it; blank on one that is not bound to another.
alter table certificate add column bound_to text not null default '';
