-- The state of who is named on the invoice, by its GST code, where it is not the one of the profile or of the GSTIN; and
-- whether the company is in a special economic zone.
alter table fee
  add column recipient_state text not null default '' check (recipient_state ~ '^([0-9]{2})?$'),
  add column recipient_sez text not null default '' check (recipient_sez in ('', 'with-tax', 'without-tax'));
