-- What the academy says about fees, as contract/academy/fee-settings.ts has it; null until it is saved.
alter table academy_settings add column fees jsonb;

-- What one enrolment owes. The sums are those of its ledger: they change with every entry, under a lock of this row, so
-- that a list of what is due reads no ledger. Amounts are in paise.
create table fee (
  enrolment_id uuid primary key references enrolment,
  -- What a learner writes into a transfer.
  reference text not null unique,
  charged_at timestamptz not null,
  charged_paise bigint not null default 0 check (charged_paise >= 0),
  waived_paise bigint not null default 0 check (waived_paise >= 0),
  received_paise bigint not null default 0 check (received_paise >= 0),
  balance_paise bigint not null generated always as (charged_paise - waived_paise - received_paise) stored
    check (balance_paise >= 0),
  -- Who is named on the invoice in place of the learner; empty for the learner.
  recipient_name text not null default '',
  recipient_address text not null default '',
  recipient_gstin text not null default ''
);
create index fee_open on fee (enrolment_id) where balance_paise > 0;
create index fee_settled on fee (enrolment_id) where balance_paise = 0;
create index fee_open_charged on fee (charged_at, enrolment_id) where balance_paise > 0;
create index fee_settled_charged on fee (charged_at, enrolment_id) where balance_paise = 0;

-- The ledger. Nothing is ever changed or deleted in it: a mistake is undone by an entry of its own.
create table fee_entry (
  id uuid primary key default new_id(),
  enrolment_id uuid not null references fee,
  kind text not null check (kind in ('due', 'paid', 'waived', 'refunded', 'cancelled', 'reversed')),
  amount_paise bigint not null check (amount_paise > 0),
  -- What the entry adds to the sums of the fee.
  charged_change_paise bigint not null,
  waived_change_paise bigint not null,
  received_change_paise bigint not null,
  method text check (method in ('cash', 'bank', 'upi', 'cheque')),
  reference text not null default '',
  -- The day on which money changed hands, or of the decision, in the academy's time zone.
  happened_on date not null,
  reason text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid references account,
  -- The entry that this one refunds or reverses.
  of_entry_id uuid references fee_entry,
  -- Made by the client, so that the same call twice makes one entry.
  request_id uuid unique,
  check ((kind in ('refunded', 'reversed')) = (of_entry_id is not null)),
  check ((received_change_paise <> 0) = (method is not null))
);
create index fee_entry_of_fee on fee_entry (enrolment_id, id);
create unique index fee_entry_reversal on fee_entry (of_entry_id) where kind = 'reversed';
create index fee_entry_of_entry on fee_entry (of_entry_id) where of_entry_id is not null;
create index fee_entry_recorded_by on fee_entry (recorded_by) where recorded_by is not null;
create index fee_entry_reference on fee_entry (upper(reference)) where reference <> '';
create index fee_entry_money on fee_entry (id) where received_change_paise <> 0;
create index fee_entry_money_on on fee_entry (happened_on, id) where received_change_paise <> 0;
create index fee_entry_money_by_method on fee_entry (method, id) where received_change_paise <> 0;
create index fee_entry_money_by_kind on fee_entry (kind, id) where received_change_paise <> 0;

-- The last number of each series: a kind of document in a financial year, April to March. A number is taken under a lock
-- of its row by the transaction that issues the document, so that none is missing or given twice.
create table fee_series (
  kind text not null,
  financial_year text not null,
  last_serial integer not null check (last_serial > 0),
  last_issued_on date not null,
  primary key (kind, financial_year)
);

-- A receipt, invoice or credit note. It never changes: its PDF is drawn from the facts.
create table fee_document (
  id uuid primary key default new_id(),
  entry_id uuid not null unique references fee_entry,
  kind text not null check (kind in ('receipt', 'invoice', 'bill-of-supply', 'credit-note')),
  financial_year text not null,
  serial integer not null,
  -- At most 16 characters, as rule 46 of the CGST rules has it.
  number text not null unique check (length(number) <= 16),
  issued_on date not null,
  corrects_id uuid references fee_document,
  total_paise bigint not null check (total_paise > 0),
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  facts jsonb not null,
  unique (kind, financial_year, serial),
  check (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise)
);
create index fee_document_issued_on on fee_document (issued_on, id);
create index fee_document_kind on fee_document (kind, id);
create index fee_document_corrects on fee_document (corrects_id) where corrects_id is not null;

-- A proof of payment that a learner has sent, until staff have confirmed or declined it.
create table fee_proof (
  id uuid primary key default new_id(),
  enrolment_id uuid not null references fee,
  file_id uuid not null references stored_file,
  amount_paise bigint not null check (amount_paise > 0),
  method text not null check (method in ('bank', 'upi')),
  reference text not null,
  paid_on date not null,
  sent_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'replaced')),
  decided_at timestamptz,
  decided_by uuid references account,
  reason text,
  -- The payment that it proves.
  entry_id uuid references fee_entry,
  check ((state = 'confirmed') = (entry_id is not null))
);
create unique index fee_proof_waiting on fee_proof (enrolment_id) where state = 'waiting';
create index fee_proof_of_fee on fee_proof (enrolment_id, id);
create index fee_proof_state on fee_proof (state, id);
create index fee_proof_since on fee_proof (sent_at, id) where state = 'waiting';
create index fee_proof_file on fee_proof (file_id);
create index fee_proof_decided_by on fee_proof (decided_by) where decided_by is not null;
create index fee_proof_reference on fee_proof (upper(reference)) where reference <> '';

-- Proofs of payment come from persons as well.
drop index stored_file_unscanned;
create index stored_file_unscanned on stored_file (id) where scanned_at is null and deleted_at is null
  and folder in ('id_documents', 'signatures', 'profile_pictures', 'fee_proofs');
