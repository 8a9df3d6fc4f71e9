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

-- The released version knows the months alone: those of the edition that applies today. What it writes during an update
-- becomes an edition of that day at the end of its transaction, unless the edition of the day says the same; the column
-- and this go with a later version.
create function course_months_to_rule() returns trigger language plpgsql as $$
declare
  -- as it is at the end of the transaction
  saved course;
  last_edition int;
  in_force course_rule;
begin
  select * into saved from course where id = new.id;
  select max(edition) into last_edition from course_rule where course_id = new.id;
  select * into in_force from course_rule
    where course_id = new.id and (applies_from is null or applies_from <= saved.updated_at::date)
    order by applies_from desc nulls last, edition desc limit 1;
  -- the academy may be a day ahead of the time zone of this session
  if saved.id is null or exists (
    select from generate_series(0, 1) as later (days) cross join lateral (
      select validity, validity_months from course_rule
      where course_id = saved.id and (applies_from is null or applies_from <= saved.updated_at::date + later.days)
      order by applies_from desc nulls last, edition desc limit 1
    ) as rule
    where (case rule.validity when 'months' then rule.validity_months end) is not distinct from saved.validity_months
  ) then
    return null;
  end if;
  insert into course_rule (course_id, edition, applies_from, qualification, regulation, competence_table, model_course,
    standard, kind, kind_of, requirements, validity, validity_months, source, source_date, created_at)
  values (saved.id, coalesce(last_edition, 0) + 1,
    case when in_force.id is not null then saved.updated_at::date end,
    coalesce(in_force.qualification, ''), coalesce(in_force.regulation, ''), coalesce(in_force.competence_table, ''),
    coalesce(in_force.model_course, ''), coalesce(in_force.standard, ''), coalesce(in_force.kind, 'first'),
    coalesce(in_force.kind_of, ''),
    coalesce(in_force.requirements, '{"certificates": [], "minimumAge": null, "seaMonths": null, "medical": false}'),
    case when saved.validity_months is null then 'unlimited' else 'months' end, saved.validity_months,
    coalesce(in_force.source, ''), in_force.source_date, saved.updated_at);
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

-- What is within days of a notice at the update was told before, at other steps: the next step is told on its day.
insert into expiry_notice (certificate_id, days, sent_at)
select id, step.days, now() from certificate
join (values (180, 91)) as step (days, least) on expires_on between current_date + step.least and current_date + step.days
where status = 'issued'
on conflict do nothing;
