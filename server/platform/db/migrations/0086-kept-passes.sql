-- Staff let a pass stand though its score, counted by the mended key, is below the mark.
create table kept_pass (
  attempt_id uuid primary key references attempt,
  -- The score that they decided by: when it changes again, it is decided anew.
  score int not null,
  reason text not null,
  kept_by uuid not null references account,
  kept_at timestamptz not null
);

create index attempt_regrade_change on attempt_regrade (key_change_id);
