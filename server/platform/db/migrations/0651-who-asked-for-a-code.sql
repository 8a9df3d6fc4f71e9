-- The network from which a code was requested; its tries are counted apart from those of other networks. Tries are
-- counted in rate_limit now: `tries` is for the version before this one, and is dropped by a later one.
alter table one_time_code add column asked_from text;
