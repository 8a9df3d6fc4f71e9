-- contracts 0410-replaced-films

-- certificate_basis says the same. The view was added after that release, so that no released version reads it.
drop view certificate_proof;
