-- Jobs are taken in the order of when they are due and of their ids, and most are due at once: by the first alone all that
-- wait were read and sorted for each that was taken.
drop index job_due;
create index job_due on job (run_at, id) where done_at is null and gave_up_at is null;
