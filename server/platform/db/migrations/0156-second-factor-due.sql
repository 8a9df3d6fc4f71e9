-- From when on a member of the staff can only set up a second factor; null before their first login with this rule.
alter table account add column second_factor_due timestamptz;

-- Whether the academy has put that off: until a day, or without an end.
alter table academy_settings
  add column second_factor_put_off boolean not null default false,
  add column second_factor_put_off_until date,
  -- When that was last taken back.
  add column second_factor_required_since timestamptz,
  add check (second_factor_put_off or second_factor_put_off_until is null);
