-- The search of the question bank looks through every question that was ever asked.
create index question_search on question using gin ((text || ' ' || topic) gin_trgm_ops);
