-- Documents of one kind that end, in the order in which they do: of a rare kind, others are not read on the way.
create index wallet_document_kind_last_day on wallet_document (kind, expires_on, id)
  where status <> 'refused' and expires_on is not null;

-- What certificates prove, by what they were issued on: the rule by which it was, or the course where that is not known. A rule
-- without a qualification proves the first that its course was given. Empty for nothing.
create view certificate_basis (id, qualification, kind_of) as
  select basis.id, case when basis.qualification <> '' then basis.qualification else coalesce(first_named.qualification, '') end,
    case when basis.qualification <> '' then basis.kind_of else coalesce(first_named.kind_of, '') end
  from (
    select id, course_id, qualification, kind_of from course_rule
    union all
    select id, id, '', '' from course
  ) as basis
  left join lateral (
    select qualification, kind_of from course_rule
    where course_id = basis.course_id and qualification <> '' order by edition limit 1
  ) as first_named on basis.qualification = '';
create index certificate_of_basis on certificate
  (coalesce(rule_id, course_id), coalesce(expires_on, refresher_due), id) where status = 'issued';

-- As before, from the view above.
create or replace view certificate_proof (certificate_id, qualification, kind_of) as
  select certificate.id, basis.qualification, basis.kind_of
  from certificate join certificate_basis as basis on basis.id = coalesce(certificate.rule_id, certificate.course_id);
