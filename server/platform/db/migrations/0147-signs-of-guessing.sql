-- What of a submitted attempt looks like guessing (`signsOfGuessing`, features/assessments/rules.ts); empty for nothing.
-- {"submissions": {"count": 4, "seconds": 120}, "secondsAQuestion": 0.4, "alike": {"attempts": 3, "answers": 2}}
alter table attempt add column guess_signs jsonb;
-- Of what was submitted before, by count and pace; answers are not compared.
update attempt set guess_signs = found.signs
from (
  select id, jsonb_strip_nulls(jsonb_build_object(
    'submissions', case when submissions >= 4 then
      jsonb_build_object('count', submissions, 'seconds', extract(epoch from submitted_at - first)) end,
    'secondsAQuestion', case when pace < 3 then round(pace::numeric, 2) end)) as signs
  from (
    select id, submitted_at, extract(epoch from submitted_at - started_at) / nullif(total_questions, 0) as pace,
      count(*) over within_hour as submissions, min(submitted_at) over within_hour as first
    from attempt where submitted_at is not null
    window within_hour as (
      partition by enrolment_id order by submitted_at range between interval '1 hour' preceding and current row)) as timed
  where submissions >= 4 or pace < 3) as found
where attempt.id = found.id;
create index attempt_guessed on attempt (id) where guess_signs is not null;
create index attempt_guessed_of_course on attempt (course_id, id) where guess_signs is not null;
create index attempt_guessed_of_version on attempt (version_id) where guess_signs is not null;
