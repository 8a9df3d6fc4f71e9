-- What a course means: the regulation that it follows, who may take it, and how long its certificate is valid. Each change
-- is a new edition; nothing in a row changes. A certificate refers to the edition by which it was issued.
create table course_rule (
  id uuid primary key default new_id(),
  course_id uuid not null references course on delete cascade,
  edition int not null check (edition > 0),
  -- null: from the beginning
  applies_from date,
  -- what a certificate of the course proves, such as PST; blank where nothing else refers to it
  qualification text not null default '',
  regulation text not null default '',
  competence_table text not null default '',
  model_course text not null default '',
  standard text not null default '',
  kind text not null default 'first' check (kind in ('first', 'refresher', 'equivalent')),
  -- the qualification that it refreshes, or is equivalent to
  kind_of text not null default '',
  requirements jsonb not null default '{"certificates": [], "minimumAge": null, "seaMonths": null, "medical": false}',
  validity text not null check (validity in ('unlimited', 'months', 'until-refresher', 'bound')),
  validity_months int check (validity_months > 0),
  bound_to text not null default '',
  source text not null default '',
  source_date date,
  created_at timestamptz not null,
  -- null for the program itself
  created_by uuid references account,
  unique (course_id, edition),
  check ((validity in ('months', 'until-refresher')) = (validity_months is not null))
);
create index course_rule_created_by on course_rule (created_by);

insert into course_rule (course_id, edition, validity, validity_months, created_at)
select id, 1, case when validity_months is null then 'unlimited' else 'months' end, validity_months, created_at
from course;

-- The released version knows the months alone. What it writes during an update becomes an edition at the end of its
-- transaction, unless the newest edition says the same; the column and this go with a later version.
create function course_months_to_rule() returns trigger language plpgsql as $$
declare
  -- as it is at the end of the transaction
  saved course;
  newest course_rule;
begin
  select * into saved from course where id = new.id;
  select * into newest from course_rule where course_id = new.id order by edition desc limit 1;
  if saved.id is null or newest.id is not null
    and (case newest.validity when 'months' then newest.validity_months end) is not distinct from saved.validity_months
  then
    return null;
  end if;
  insert into course_rule (course_id, edition, applies_from, qualification, regulation, competence_table, model_course,
    standard, kind, kind_of, requirements, validity, validity_months, source, source_date, created_at)
  values (saved.id, coalesce(newest.edition, 0) + 1,
    case when newest.id is not null then greatest(newest.applies_from, saved.updated_at::date) end,
    coalesce(newest.qualification, ''), coalesce(newest.regulation, ''), coalesce(newest.competence_table, ''),
    coalesce(newest.model_course, ''), coalesce(newest.standard, ''), coalesce(newest.kind, 'first'),
    coalesce(newest.kind_of, ''),
    coalesce(newest.requirements, '{"certificates": [], "minimumAge": null, "seaMonths": null, "medical": false}'),
    case when saved.validity_months is null then 'unlimited' else 'months' end, saved.validity_months,
    coalesce(newest.source, ''), newest.source_date, saved.updated_at);
  return null;
end
$$;
create constraint trigger course_months_to_rule after insert or update of validity_months on course
  deferrable initially deferred for each row execute function course_months_to_rule();

alter table certificate add column rule_id uuid references course_rule;
-- to which regulation, table, model course and edition the course was held, as the certificate states it; blank on those
-- from before, and where the rule names none
alter table certificate add column held_to text not null default '';
-- by when a certificate without a last day has to be refreshed; null where its rule asks for no refresher
alter table certificate add column refresher_due date;
create index certificate_renewal on certificate (coalesce(expires_on, refresher_due), id) where status = 'issued';

-- Reminders are sent 180, 90, 60, 30 and 7 days before; the program knows the days.
alter table expiry_notice drop constraint expiry_notice_days_check;
