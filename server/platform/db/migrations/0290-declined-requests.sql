-- Why a request was declined: a reason of the list in contract/values/enrolment-state.ts, what staff wrote besides, when, and
-- how often since it was last accepted. They stay while the learner asks again, so that staff see them then.
alter table enrolment
  add declined_at timestamptz,
  add decline_reason text check (decline_reason in ('documents-incomplete', 'documents-unreadable',
    'prerequisites-missing', 'batch-full', 'fee-not-received', 'other')),
  add decline_note text,
  add times_declined integer not null default 0;

-- Requests that were declined before had no reason.
update enrolment set declined_at = decided_at, times_declined = 1 where status = 'rejected';

-- The list of declined requests, in the order of the list of pending ones.
create index enrolment_declined on enrolment (requested_at, id) where status = 'rejected' and superseded_at is null;
