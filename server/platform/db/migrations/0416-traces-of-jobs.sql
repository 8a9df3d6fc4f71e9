-- The trace (W3C Trace Context) of the request that has enqueued a job, so that its log lines can be found by it.
alter table job add column trace text;
