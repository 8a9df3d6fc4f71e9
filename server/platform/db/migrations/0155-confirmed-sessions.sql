-- When the person behind a session last gave password and second factor again; null since they logged in.
alter table session add column confirmed_at timestamptz;
