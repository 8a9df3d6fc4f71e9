-- Since when a job has failed at each try: the time of the next try says nothing about that.
alter table job add column failing_since timestamptz;
update job set failing_since = away_since where away_since is not null;
