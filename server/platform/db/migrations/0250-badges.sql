-- The place of a certificate in the status lists of badges, assigned when its first badge is made. It is drawn at
-- random, so that it does not tell which certificates were issued one after the other. Each list has 131072 places.
alter table certificate add status_index integer unique check (status_index >= 0);
