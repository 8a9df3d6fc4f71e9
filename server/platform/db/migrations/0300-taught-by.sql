-- Who teaches a course, as its public page names them. Existing courses name nobody.
alter table course add taught_by text not null default '';
