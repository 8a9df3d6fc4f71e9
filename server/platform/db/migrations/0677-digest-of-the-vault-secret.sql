-- Which vault secret encrypts what this database and its files hold, so that no instance encrypts with another one. The
-- first start that finds none notes it.
alter table academy add column vault_digest text;
