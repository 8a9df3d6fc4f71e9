-- Who the academy is and what its certificates bear, as staff have set it. What is null was never set: there the
-- configuration's value counts.
create table academy_settings (
  only_one boolean primary key default true check (only_one),
  name text,
  email text,
  phone text,
  city text,
  facebook text,
  instagram text,
  linkedin text,
  recognition text,
  logo_id uuid references stored_file,
  certificate_prefix text check (certificate_prefix ~ '^[A-Z]{2,8}$'),
  signatory_name text,
  signatory_title text,
  signature_id uuid references stored_file,
  -- Months for each kind of record, null for one that is kept for ever; kinds that are missing have their default.
  retention jsonb not null default '{}'
);
