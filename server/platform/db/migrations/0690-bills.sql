-- Fees that are asked for before they are paid: a proforma, or a tax invoice, to one payer for one or several enrolments.
create table fee_bill (
  id uuid primary key default new_id(),
  -- Made by the client, so that the same call twice issues one.
  request_id uuid not null unique,
  kind text not null check (kind in ('proforma', 'invoice', 'bill-of-supply')),
  number text not null unique check (length(number) <= 16),
  -- Its row in the sales register; null for a proforma, which is no tax document.
  document_id uuid unique references fee_document,
  -- The enrolment, if it is for one alone; null for several.
  enrolment_id uuid references fee,
  issued_on date not null,
  due_on date not null,
  purchase_order text not null,
  -- Where it is mailed to; empty for nowhere.
  payer_email text not null,
  total_paise bigint not null check (total_paise > 0),
  -- What its PDF is drawn from, with its lines; it never changes.
  facts jsonb not null,
  issued_at timestamptz not null,
  issued_by uuid references account,
  cancelled_at timestamptz,
  check ((kind = 'proforma') = (document_id is null))
);
create index fee_bill_enrolment on fee_bill (enrolment_id) where enrolment_id is not null;
create index fee_bill_issued_by on fee_bill (issued_by) where issued_by is not null;

-- What a bill asks for an enrolment. The rest of the lines of a fee is never more than what is left to pay of it.
create table fee_bill_line (
  id uuid primary key default new_id(),
  bill_id uuid not null references fee_bill,
  enrolment_id uuid not null references fee,
  person_name text not null,
  course_title text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  -- False on a proforma, which nothing settles.
  is_invoice boolean not null,
  settled_paise bigint not null default 0 check (settled_paise >= 0),
  credited_paise bigint not null default 0 check (credited_paise >= 0),
  rest_paise bigint not null generated always as (amount_paise - settled_paise - credited_paise) stored
    check (rest_paise >= 0),
  unique (bill_id, enrolment_id),
  check (amount_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise)
);
create index fee_bill_line_enrolment on fee_bill_line (enrolment_id);
create index fee_bill_line_open on fee_bill_line (enrolment_id) where is_invoice and rest_paise > 0;

-- A tax invoice before payment has no entry of the ledger; nor has the credit note that takes one back. The enrolment is
-- that of a document without an entry; null for several.
alter table fee_document alter column entry_id drop not null;
alter table fee_document add column enrolment_id uuid references fee;
create index fee_document_enrolment on fee_document (enrolment_id) where enrolment_id is not null;

-- The invoice that a payment settles, so that no second one is issued.
alter table fee_entry add column bill_id uuid references fee_bill;
create index fee_entry_bill on fee_entry (bill_id) where bill_id is not null;
