-- Documents of one kind that end, in the order in which they do: of a rare kind, others are not read on the way.
create index wallet_document_kind_last_day on wallet_document (kind, expires_on, id)
  where status <> 'refused' and expires_on is not null;

-- What certificates prove, by what they were issued on: the rule by which it was, or the course where that is not
-- known. A rule without a qualification proves the first that its course was given. Empty for nothing.
create view certificate_basis (id, qualification, kind_of) as
  select basis.id,
    case when basis.qualification <> '' then basis.qualification else coalesce(first_named.qualification, '') end,
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

-- How many certificates were issued by an edition of a rule.
create index certificate_rule on certificate (rule_id) where rule_id is not null;

-- As before, but that it reads what certificates prove from the view above.
create or replace view held_document (account_id, code, first_day, last_day, source, document_id, is_checked) as
  select certificate.account_id, proved.code, certificate.issued_on,
    coalesce(certificate.expires_on, certificate.refresher_due), 'certificate', certificate.id, true
  from certificate
  join certificate_basis as basis on basis.id = coalesce(certificate.rule_id, certificate.course_id)
  cross join lateral (values (basis.qualification), (basis.kind_of)) as proved (code)
  where certificate.status = 'issued' and proved.code <> ''
  union all
  select wallet_document.account_id, proved.code, wallet_document.issued_on, wallet_document.expires_on, 'wallet',
    wallet_document.id, wallet_document.status = 'checked'
  from wallet_document cross join lateral unnest(wallet_document.codes) as proved (code)
  where wallet_document.status <> 'refused'
  union all
  select profile.account_id, paper.code, date '1900-01-01', paper.last_day, 'profile', null::uuid,
    profile.identity_checked_at is not null and profile.identity_changed_at is null
  from seafarer_profile as profile
  cross join lateral (
    values ('PASSPORT', profile.passport_expires_on, profile.passport_number),
      ('CDC', profile.cdc_expires_on, profile.cdc_number),
      ('INDOS', null::date, profile.indos_number)
  ) as paper (code, last_day, number)
  where paper.number <> 'NOT ISSUED';
