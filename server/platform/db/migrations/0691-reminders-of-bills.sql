-- The day on which the payer of a bill was last reminded of it; nobody is reminded twice a day.
alter table fee_bill add column reminded_on date;
create index fee_bill_payer_email on fee_bill (payer_email) where payer_email <> '';
create index fee_bill_due_on on fee_bill (due_on, id) where cancelled_at is null and payer_email <> '';
