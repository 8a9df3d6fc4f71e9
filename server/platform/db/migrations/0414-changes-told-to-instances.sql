-- What instances keep in memory and must learn of within a second: its version, raised in the transaction of a change.
create table change_version (
  topic text primary key,
  version bigint not null default 0
);
insert into change_version (topic) values ('public-pages');
