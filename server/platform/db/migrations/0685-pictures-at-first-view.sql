-- What the sheet of a certificate shows beside what the register states, as JSON, from its PDF until its picture is
-- drawn. Text: the audit has its digest.
alter table certificate add drawn_with text;
