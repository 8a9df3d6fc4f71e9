-- An instance keeps the figures of staff until the sums behind them are written again.
insert into change_version (topic) values ('daily-sums');
