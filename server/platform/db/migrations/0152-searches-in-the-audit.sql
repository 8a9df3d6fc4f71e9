-- What staff searched for is a person's name or email, more often than not, and is tied to no account with which it would
-- be erased. That a list was narrowed by a search stays. With what is forgotten goes the salt (decision 13).
update audit_event set details = details - 'search' || '{"searched": true}', salt = null
where action = 'list.export' and details ? 'search';
-- So may be the name of a table of people.
update audit_event set details = '{}', salt = null where action = 'people.import' and details <> '{}';
