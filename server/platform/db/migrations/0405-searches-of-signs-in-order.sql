-- How few messages have Chinese, Japanese or Korean signs, as for people and certificates: without it, a search for a
-- surname read a million messages in the order of the list.
create statistics contact_message_signs_few on (search_signs(name || ' ' || email || ' ' || message))
  from contact_message;

-- A sign that thousands of people share, such as a surname: the newest of them are read in the order of the list, from
-- indexes of the few rows with signs. The signs themselves are in the first one, so that neither the rows are read nor
-- the function is called.
create index seafarer_profile_own_script_signs_in_order on seafarer_profile (account_id, search_signs(own_script_name))
  include (own_script_name) where search_signs(own_script_name) is not null;
create index certificate_signs_in_order on certificate (id)
  where search_signs(name || ' ' || own_script_name || ' ' || number || ' ' || email) is not null;
-- The same for a longer text in one's own script.
create index seafarer_profile_own_script_in_order on seafarer_profile (account_id) include (own_script_name)
  where own_script_name <> '';
-- To start workers takes longer than such a search.
alter function search_signs(text) parallel restricted;

-- The enrolments of the people whom a search finds, without their rows.
drop index enrolment_account;
create index enrolment_account on enrolment (account_id, id);

-- Whether a certificate's release was given up is asked for each page of the register.
create index job_gave_up_of_kind on job (kind) where gave_up_at is not null;

-- Statistics are empty until their table is analyzed, which the server does by itself only after many changes. A small
-- table is left as it is: the planner must not take a new academy for one that stays empty.
do $$
declare searched text;
begin
  foreach searched in array array['contact_message', 'seafarer_profile', 'certificate', 'account'] loop
    declare is_large boolean;
    begin
      execute format('select exists (select from %I offset 10000)', searched) into is_large;
      if is_large then execute format('analyze %I', searched); end if;
    end;
  end loop;
end $$;
