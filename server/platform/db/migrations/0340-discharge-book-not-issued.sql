-- Not every seafarer has a discharge book (CDC): the number then says so, and there is no expiry date. The numbers that
-- are stored already stay as they are.
alter table seafarer_profile alter column cdc_expires_on drop not null;
