-- The file of a proof of payment that the learner has replaced is deleted after the time for mistakes; its row goes with it.
alter table fee_proof
  drop constraint fee_proof_file_id_fkey,
  add constraint fee_proof_file_id_fkey foreign key (file_id) references stored_file on delete cascade;
