-- The last day, in the academy's calendar, on which a member of the staff was told what waits, or that day's look found
-- nothing to tell: one mail a day, however many instances look.
create table staff_digest (
  account_id uuid primary key references account on delete cascade,
  day date not null
);
