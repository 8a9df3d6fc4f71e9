-- The number of an approval is a field of its own, and certificates state it with the administration. What is stored in
-- `approval` stays as it was entered; without a number no certificate states it.
alter table course_rule add column approval_number text not null default '';
alter table certificate add column approved_by text not null default '';
alter table certificate add column approval_number text not null default '';

-- As before, but the edition that it adds keeps the number of the approval as well.
create or replace function course_months_to_rule() returns trigger language plpgsql as $$
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
    standard, kind, kind_of, requirements, validity, validity_months, approval, approval_number, approval_until,
    approval_changed_on, source, source_date, created_at)
  values (saved.id, coalesce(last_edition, 0) + 1,
    case when in_force.id is not null then saved.updated_at::date end,
    coalesce(in_force.qualification, ''), coalesce(in_force.regulation, ''), coalesce(in_force.competence_table, ''),
    coalesce(in_force.model_course, ''), coalesce(in_force.standard, ''), coalesce(in_force.kind, 'first'),
    coalesce(in_force.kind_of, ''),
    coalesce(in_force.requirements, '{"certificates": [], "minimumAge": null, "seaMonths": null, "medical": false}'),
    case when saved.validity_months is null then 'unlimited' else 'months' end, saved.validity_months,
    coalesce(in_force.approval, ''), coalesce(in_force.approval_number, ''), in_force.approval_until,
    in_force.approval_changed_on, coalesce(in_force.source, ''), in_force.source_date, saved.updated_at);
  return null;
end
$$;
