-- Further titles of people, and none. A program of the version before shows no title, and writes only the first four:
-- each rule allows more than the one that it replaces.
-- contracts 0150-registrations
alter table account drop constraint account_prefix_check,
  add constraint account_prefix_check check (prefix in ('Mr', 'Mrs', 'Dr', 'Prof', 'Ms', 'Miss', 'Capt.', 'None'));
alter table registration drop constraint registration_prefix_check,
  add constraint registration_prefix_check check (prefix in ('Mr', 'Mrs', 'Dr', 'Prof', 'Ms', 'Miss', 'Capt.', 'None'));
