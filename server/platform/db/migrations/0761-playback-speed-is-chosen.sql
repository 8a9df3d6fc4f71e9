-- Whether staff have chosen the highest playback speed of a course, or have answered whether it stays: before this
-- version a course began at 2 ×, at which an hour of film is half a contact hour.
alter table course add column speed_chosen boolean not null default false;
