-- Three tables get the names of what they hold. Programs of the version before go on with the old names, which are views
-- that can be written to.
alter table letter_words rename to email_template_text;
create view letter_words as select * from email_template_text;

alter table kept_pass rename to confirmed_pass;
create view kept_pass as select * from confirmed_pass;

alter table key_change rename to answer_key_correction;
create view key_change as select * from answer_key_correction;
