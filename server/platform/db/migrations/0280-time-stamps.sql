-- Until when the newest time stamp in a certificate's PDF can be verified. For a PDF that still lacks its time stamp, the
-- time at which it was signed. Null: it was signed without a time-stamp authority.
alter table certificate add time_stamped_until timestamptz;

create index certificate_time_stamped_until on certificate (time_stamped_until) where time_stamped_until is not null;
