-- The name as the person writes it, beside the one of the passport; empty for most. A certificate states it from its
-- issue on; what was logged before has none, and its digest does not cover it (certificate-log.ts).
alter table seafarer_profile add own_script_name text not null default '';
alter table certificate add own_script_name text not null default '';

-- An identity check covers it: nothing was there to be checked so far.
update seafarer_profile set checked_facts = checked_facts || '{"ownScriptName": ""}' where checked_facts is not null;
