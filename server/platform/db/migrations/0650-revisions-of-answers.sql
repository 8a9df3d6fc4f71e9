-- Counts the saves of an attempt that bring answers; each answer has the number of the save that changed it last. A view
-- that has not seen that save may not replace the answer.
alter table attempt add column revision integer not null default 0;
alter table attempt_answer add column revision integer not null default 0;
