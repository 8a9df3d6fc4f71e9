-- The program reads no mailbox any more. offline_part.by_email stays: it says how the parts of that time came.

-- Nothing takes these jobs now: they would count as late for ever.
delete from job where kind = 'read-mailbox' and done_at is null;

-- Texts of emails that are not sent any more.
delete from letter_words where key in ('progress-counted', 'progress-refused');
