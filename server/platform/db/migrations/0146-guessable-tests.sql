-- Whether the answer key of a test can be found by trying, as its newest version is sat, and whether staff have accepted
-- that it can.
alter table assessment
  add column guessing text not null default 'possible' check (guessing in ('prevented', 'possible', 'accepted'));
create index assessment_guessable on assessment (id) where is_published and guessing = 'possible';
update assessment set guessing = 'prevented' where exists (
  select from assessment_version as newest
  where newest.assessment_id = assessment.id and newest.attempts_allowed <= 10 and newest.number = (
    select max(number) from assessment_version as version where version.assessment_id = assessment.id));
