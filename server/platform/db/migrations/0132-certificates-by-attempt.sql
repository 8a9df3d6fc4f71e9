-- Passes by a key that was mended since are looked up with their certificates: without an index every certificate was read
-- for them, each time that staff looked at what waits.
create index certificate_attempt on certificate (attempt_id);
