-- Bills are found by payer, number and purchase order, and what is owed by the name of the payer.
create index fee_bill_search on fee_bill
  using gin ((payer_name || ' ' || number || ' ' || purchase_order) gin_trgm_ops);
create index fee_bill_signs on fee_bill
  using gin (search_signs(payer_name || ' ' || number || ' ' || purchase_order))
  where search_signs(payer_name || ' ' || number || ' ' || purchase_order) is not null;
create statistics fee_bill_signs_few on (search_signs(payer_name || ' ' || number || ' ' || purchase_order)) from fee_bill;
create index fee_recipient_search on fee using gin (recipient_name gin_trgm_ops) where recipient_name <> '';
create index fee_recipient_signs on fee using gin (search_signs(recipient_name))
  where search_signs(recipient_name) is not null;
create statistics fee_recipient_signs_few on (search_signs(recipient_name)) from fee;

-- The bills with something to pay, however many are paid.
create index fee_bill_line_unpaid on fee_bill_line (bill_id) where rest_paise > 0;
drop index fee_bill_due_on;
