-- What staff check of the person in a row before they confirm the import, since the academy does not record it.
alter table people_import_row add column to_check text[] not null default '{}';
