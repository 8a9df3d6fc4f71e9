-- The id of the request by which an enrolment was made at the counter, so that the same one is not carried out twice.
alter table enrolment add column counter_request_id uuid;
create unique index enrolment_counter_request on enrolment (counter_request_id) where counter_request_id is not null;
