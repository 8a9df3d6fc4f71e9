-- Who was entered as the payer of a bill; empty for the learner. What its fees name later does not change it.
alter table fee_bill add column payer_name text not null default '';
alter table fee_bill add column payer_gstin text not null default '';
update fee_bill set payer_name = facts->'recipient'->>'name', payer_gstin = facts->'recipient'->>'gstin'
where enrolment_id is null
  or exists (select from fee where fee.enrolment_id = fee_bill.enrolment_id and recipient_name = facts->'recipient'->>'name');
update fee_bill set payer_email = lower(payer_email) where payer_email <> lower(payer_email);

-- The place of a line among those of its bill, as it is printed; from 0.
alter table fee_bill_line add column position smallint not null default 0;
update fee_bill_line as line set position = place
from (select id, row_number() over (partition by bill_id order by id) - 1 as place from fee_bill_line) as placed
where placed.id = line.id;
create unique index fee_bill_line_position on fee_bill_line (bill_id, position);

-- The lines of a proforma have sums as those of an invoice: what pays, replaces or takes back a fee closes its line.
update fee_bill_line as line set
  settled_paise = case when is_over or fee.received_paise = 0 then 0
    else line.amount_paise - least(line.amount_paise, fee.balance_paise) end,
  credited_paise = case when is_over then line.amount_paise when fee.received_paise > 0 then 0
    else line.amount_paise - least(line.amount_paise, fee.balance_paise) end
from fee, (
  select one.id, fee_bill.cancelled_at is not null or exists (
    select from fee_bill_line as later where later.enrolment_id = one.enrolment_id and later.id > one.id) as is_over
  from fee_bill_line as one join fee_bill on fee_bill.id = one.bill_id
) as state
where not line.is_invoice and fee.enrolment_id = line.enrolment_id and state.id = line.id;

-- Of all bills, and with what a list of those with something to pay reads.
create index fee_bill_line_to_pay on fee_bill_line (enrolment_id, bill_id) where rest_paise > 0;
drop index fee_bill_line_open;
