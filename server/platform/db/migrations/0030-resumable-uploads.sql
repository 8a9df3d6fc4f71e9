-- The upload in pieces that a film was made of: what is said twice is done once.
alter table film add column upload_id uuid unique;
