-- Two rows of one millisecond had ids in no order, and with them every list that follows the id. RFC 9562 (6.2,
-- method 3) lets the 12 bits after the version carry the fraction of the millisecond: what one statement made after
-- another is listed after it, as finely as the clock tells.
create or replace function new_id() returns uuid language sql volatile as $$
  select (
    -- 12 digits of milliseconds, the version 7, 3 digits of their fraction; then variant and randomness
    overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
    || substr(gen_random_uuid()::text, 20)
  )::uuid
$$;
