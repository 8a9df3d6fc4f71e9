-- The highest playback speed at which a course's films are credited: its own for films that are opened from now on, and
-- that of the moment at which a learner opened a film. Until now it was twice the speed for all.
alter table course add column highest_speed double precision not null default 2
  check (highest_speed in (1, 1.25, 1.5, 2));
alter table watching add column highest_speed double precision not null default 2
  check (highest_speed in (1, 1.25, 1.5, 2));
