-- A number that may have been cut by an earlier form is marked until its owner says that it is right. Stored is the number
-- itself, so that a change of the number by any way ends the confirmation.
alter table account add column confirmed_mobile text;
