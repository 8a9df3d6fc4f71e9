-- What the academy's certificates prove: the qualification of the rule by which each was issued, and what that refreshes or is
-- equivalent to; of one from before its course had a qualification, the first that the course was given. Empty for nothing.
create view certificate_proof (certificate_id, qualification, kind_of) as
  select certificate.id, coalesce(rule.qualification, first_named.qualification, ''),
    coalesce(rule.kind_of, first_named.kind_of, '')
  from certificate
  left join course_rule as rule on rule.id = certificate.rule_id and rule.qualification <> ''
  left join lateral (
    select qualification, kind_of from course_rule
    where course_id = certificate.course_id and qualification <> '' order by edition limit 1
  ) as first_named on rule.id is null;

-- As before, but that it reads what certificates prove from the view above.
create or replace view held_document (account_id, code, first_day, last_day, source, document_id, is_checked) as
  select certificate.account_id, proved.code, certificate.issued_on,
    coalesce(certificate.expires_on, certificate.refresher_due), 'certificate', certificate.id, true
  from certificate
  join certificate_proof as proof on proof.certificate_id = certificate.id
  cross join lateral (values (proof.qualification), (proof.kind_of)) as proved (code)
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
