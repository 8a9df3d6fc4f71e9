-- Since when nobody is judged by a checklist any more; null for one that is used.
alter table checklist add column archived_at timestamptz;
