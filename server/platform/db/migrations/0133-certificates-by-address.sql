-- Staff search the register by somebody's whole address, whose letters nearly all certificates have in common: of the index
-- of their text every three of them were asked for.
create index certificate_address on certificate (email, id);
