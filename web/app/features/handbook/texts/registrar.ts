import type { HandbookPage } from '../handbook-text.ts';

/** The handbook of registrars. */
export const pages: readonly HandbookPage[] = [
  {
    id: 'a-day',
    title: 'A day',
    screens: ['/admin-dashboard'],
    picture: 'The overview of a registrar: registrations, requests and payment proofs that wait, oldest first.',
    purpose: 'What a registrar does, from the morning to the closing of the desk.',
    steps: [
      'Morning: open the overview. It lists what is pending, oldest first; every line leads to its page.',
      'Decide on registrations, then on enrollment requests.',
      'Check the documents that people have added, and identities that were changed.',
      'When a class begins, print its batch sheet and mark the attendance.',
      'Compare the proofs of payment with the bank account, and record what was paid at the desk.',
      'Answer the messages.',
      'Evening: compare the cash with the takings of the day.',
    ],
    outcome:
      'When nothing is pending the overview says ‘No pending tasks’. A daily email lists what is left; you can end it in your account.',
    trouble: [
      'You look for a person, a certificate or a page: choose ‘Find’ at the top and type a part of it.',
      'A page says that it is not part of your role: ask an administrator.',
    ],
    links: [
      ['Overview', '/admin-dashboard'],
      ['Enrollment requests', '/admin-dashboard/enrollment-request'],
      ['Takings of the day', '/admin-dashboard/takings'],
    ],
  },
  {
    id: 'people',
    title: 'Approve people',
    screens: [
      '/admin-dashboard/unapproved-users',
      '/admin-dashboard/approved-users',
      '/admin-dashboard/users',
      '/admin-dashboard/people/:id',
    ],
    purpose: 'Nobody logs in before the academy has approved the registration.',
    steps: [
      'Open Unapproved Users. Everybody there has confirmed their email by a code.',
      'Approve one person with ‘Approve’, or mark several and choose ‘Approve selected’.',
      'Refuse with ‘Reject’, and give a reason.',
      'Open a person to see profile, documents, courses, fees, tests and history on one page.',
      'Enroll somebody yourself with ‘Enroll’; keep what colleagues should know with ‘Add note’.',
    ],
    outcome: 'The person gets an email, and can log in. Every decision is in the audit.',
    trouble: [
      'Somebody registered with a wrong email: reject the registration, and ask them to register again.',
      'Somebody should not log in any more: ‘Disable account’. Nothing is deleted, and ‘Enable account’ undoes it.',
      'The phone with the authenticator app is lost: an administrator resets the second factor.',
    ],
    links: [
      ['Unapproved Users', '/admin-dashboard/unapproved-users'],
      ['Approved Users', '/admin-dashboard/approved-users'],
    ],
  },
  {
    id: 'import',
    title: 'Add a crew, or a person at the counter',
    screens: ['/admin-dashboard/import-users', '/admin-dashboard/import-users/:id', '/admin-dashboard/counter'],
    purpose: 'A company sends a list of people; you create their accounts and enroll them in one step.',
    steps: [
      'Open Import Users and choose the file, CSV or Excel. The form beside it is for one person.',
      'Choose ‘Check the list’. Nothing is stored yet.',
      'Look at how the columns were read, and choose others where they are wrong.',
      'Correct the rows that need it with ‘Correct’, or choose ‘Leave this row out’.',
      'Confirm with ‘Import Users’ and ‘Yes, Import’.',
      'Somebody stands before you: open Counter, enter person, course and what is paid, and choose ‘Enroll’.',
    ],
    outcome:
      'Everybody gets an account and an invitation by email, the course, and a seat in the batch if the list names one. The report stays for a week.',
    trouble: [
      'A row is refused: the remark beside it says why, such as a number that belongs to somebody else.',
      'The wrong list was imported: ‘Undo import’ takes it back as long as nobody has used it.',
      'An invitation was lost: open the person and choose ‘Invite again’.',
    ],
    links: [
      ['Import Users', '/admin-dashboard/import-users'],
      ['Counter', '/admin-dashboard/counter'],
      ['Approved Users', '/admin-dashboard/approved-users'],
    ],
  },
  {
    id: 'documents',
    title: 'Check profiles and documents',
    screens: [
      '/admin-dashboard/user-profiles',
      '/admin-dashboard/documents-to-check',
      '/admin-dashboard/expiring-documents',
    ],
    purpose: 'A certificate states name and numbers. You compare them with the documents before it is issued.',
    steps: [
      'Open User Profiles. Profiles with a changed identity stand first.',
      'Compare what is typed with the picture beside it. A warning names what is unusual, such as another name in the passport.',
      'Choose ‘Confirm identity’ when both agree.',
      'Open Documents to Check, look at each picture, and choose ‘Check’ or ‘Refuse’.',
      'Look through Expiring Documents once a month.',
    ],
    outcome:
      'Certificates that were held for an identity are issued. Anyone whose document you refuse gets an email with your reason.',
    trouble: [
      'A picture cannot be read: ask for it again with ‘Ask for a document’.',
      'The name has a spelling mistake: ‘Correct name’. The person is notified.',
      'A file does not open: a virus was found in it, or it is being scanned. Ask for another one.',
    ],
    links: [
      ['User Profiles', '/admin-dashboard/user-profiles'],
      ['Documents to Check', '/admin-dashboard/documents-to-check'],
      ['Expiring Documents', '/admin-dashboard/expiring-documents'],
    ],
  },
  {
    id: 'requests',
    title: 'Decide on enrollment requests',
    screens: ['/admin-dashboard/enrollment-request', '/admin-dashboard/enrollment-request/one-by-one'],
    picture: 'Requests one by one: the passport of the person, below the names of their other documents.',
    purpose: 'You decide who takes a course, with the documents of the person beside the request.',
    steps: [
      'Open the requests, and choose ‘One by one’ to see each with its documents.',
      'Compare name, birth date, passport, CDC and INDoS number with the pictures. Read the warnings.',
      'Look at what the course requires.',
      'Choose ‘Accept’, or ‘Reject’ with a reason. Warnings and a changed identity are ticked one by one.',
      'Accept all requests of a person in one step: key L in One by one.',
    ],
    outcome:
      'The person gets an email. Accepting records that the documents were checked; a request with a batch gets its seat, and the fee is charged.',
    trouble: [
      'A requirement is missing and you want to accept all the same: enter a ‘Reason to accept anyway’.',
      'You accepted the wrong one: choose ‘Undo’ within ten seconds, and nothing is sent. After a payment, a changed identity or a decline there is none.',
      'The network lost your ‘Undo’: it stays, choose it again.',
      'Later: open the person and choose ‘Withdraw’. What was watched stays.',
    ],
    links: [
      ['Enrollment requests', '/admin-dashboard/enrollment-request'],
      ['One by one', '/admin-dashboard/enrollment-request/one-by-one'],
    ],
  },
  {
    id: 'batches',
    title: 'Plan batches and mark attendance',
    screens: [
      '/admin-dashboard/batches',
      '/admin-dashboard/batch-calendar',
      '/admin-dashboard/create-batch',
      '/admin-dashboard/batches/:id',
      '/admin-dashboard/batches/:id/add',
      '/admin-dashboard/batches/:id/attendance',
    ],
    purpose: 'A batch is a course in the classroom on certain days, with seats and a list of people.',
    steps: [
      'Choose ‘Create Batch’ and enter course, days, seats, venue and instructor.',
      'Decide on the requests for it. When it is full, further people are on the waiting list.',
      'Open the batch to give a seat, to move somebody, or to ‘Add people’ by search or pasted emails. ‘Import’ takes a list.',
      'Print the ‘Batch sheet’ for the classroom.',
      'Mark every half day under ‘Attendance’. It also works while the internet is away.',
    ],
    outcome:
      'Who attended enough can take the test. Who was absent more than the rule allows is dropped, and can attend a make-up class.',
    trouble: [
      'The days change: edit the batch. Everybody in it gets an email.',
      'The class does not take place: ‘Cancel batch’. The people keep their request for another date.',
      'Marks are not saved yet: leave the page open until it says ‘All marks are saved.’',
    ],
    links: [
      ['Batches', '/admin-dashboard/batches'],
      ['Calendar of batches', '/admin-dashboard/batch-calendar'],
    ],
  },
  {
    id: 'fees',
    title: 'Record fees',
    screens: [
      '/admin-dashboard/payment-proofs',
      '/admin-dashboard/fees',
      '/admin-dashboard/fees/:id',
      '/admin-dashboard/owed',
      '/admin-dashboard/unpaid-invoices',
      '/admin-dashboard/payments',
      '/admin-dashboard/invoices',
      '/admin-dashboard/takings',
    ],
    picture: 'The list of fees: who has to pay how much, for which course, and the state of each.',
    purpose: 'The program records what is owed and what was paid, and issues receipts and invoices. It moves no money.',
    steps: [
      'Open Payment Proofs, and find each transfer in the bank.',
      'Choose ‘Confirm’ if it is there, or ‘Decline’ with a reason.',
      'At the desk open the fee of the person, then ‘Record payment’, and choose how it was paid.',
      'Before that, enter who the invoice is for under ‘Details for the invoice’.',
      'A company pays later: ‘Issue invoice’ on the fee, or choose several for ‘One invoice’.',
      'In the evening compare cash and bank with ‘Day’s Takings’.',
    ],
    outcome:
      'The payer gets receipts and credit notes by email. A paid tax invoice gets no other document. Numbers have no gaps; nothing is changed afterwards.',
    trouble: [
      'A tax invoice in place of a proforma: issue it, and the proforma is cancelled.',
      'You recorded a wrong amount: ‘Reverse’ the entry, and record it again.',
      'Money goes back: ‘Refund’. A credit note is issued.',
      'Somebody need not pay: ‘Waive’ with a reason.',
      'The invoice asks for a state: that of the recipient decides the tax.',
    ],
    links: [
      ['Payment Proofs', '/admin-dashboard/payment-proofs'],
      ['Fees', '/admin-dashboard/fees'],
      ['Takings of the day', '/admin-dashboard/takings'],
    ],
  },
  {
    id: 'certificates',
    title: 'Look after certificates',
    screens: ['/admin-dashboard/certificates', '/admin-dashboard/doubtful-passes'],
    purpose: 'The program issues a certificate when somebody passes. You release those on hold, correct and revoke.',
    steps: [
      'Filter the certificates by state to see those on hold, and what each of them waits for.',
      'Check the identity of the holder, or ask an administrator for what the settings lack.',
      'If something on a certificate is wrong, choose ‘Correct’: a new one replaces it.',
      'If it must not count any more, choose ‘Revoke’ with a reason.',
      'Under Results to Review decide on passes that a corrected answer key no longer gives.',
    ],
    outcome:
      'The register and the public log show the change at once. Who checks the old certificate sees that it was replaced or revoked. The holder gets an email.',
    trouble: [
      'The PDF is not there yet: it is being drawn. Load the page again after a minute.',
      'A release failed: the reason stands beside it. Remove it, and try again.',
      'An officer asks whether a certificate is real: send them to the public check.',
    ],
    links: [
      ['Certificates', '/admin-dashboard/certificates'],
      ['Results to Review', '/admin-dashboard/doubtful-passes'],
      ['Verify a certificate', '/verify'],
    ],
  },
  {
    id: 'fit-to-join',
    title: 'See who is fit to join',
    screens: [
      '/admin-dashboard/fit-to-join',
      '/admin-dashboard/fit-to-join/:id',
      '/admin-dashboard/checklists',
      '/admin-dashboard/checklists/:id',
      '/admin-dashboard/checklists/:id/difference',
      '/admin-dashboard/create-checklist',
    ],
    purpose: 'A checklist says which documents a job aboard requires. You see who holds them for a voyage.',
    steps: [
      'Once: choose ‘Create Checklist’, begin with a starting checklist, and read every row with its source.',
      'Open Fit to Join, enter rank, ship, flag, joining and sign-off, and choose ‘Check’.',
      'Choose whose documents to judge: everybody, or a batch.',
      'Read the gaps: what is missing, and what runs out during the voyage.',
      'Open a person for the list of what to do before joining.',
    ],
    outcome:
      'You can send people to a course, or ask them for a document. Seafarers see the same verdict about themselves.',
    trouble: [
      'A rule has changed: make a ‘New edition’ with the day from which it applies, and compare both.',
      'A document is missing though you have seen it: it is not in the wallet, or nobody has checked it yet.',
      'The academy answers for its checklists: if in doubt, ask the administration of the flag.',
    ],
    links: [
      ['Fit to Join', '/admin-dashboard/fit-to-join'],
      ['Checklists', '/admin-dashboard/checklists'],
    ],
  },
  {
    id: 'messages',
    title: 'Answer messages',
    screens: ['/admin-dashboard/messages', '/admin-dashboard/messages/:id'],
    purpose: 'What visitors and seafarers write on the contact page arrives here.',
    steps: [
      'Open Messages. New ones stand first.',
      'Open one. If its email belongs to an account, the page links to the person.',
      'Write the answer and choose ‘Send answer’.',
      'Choose ‘Close’ for one that needs none.',
    ],
    outcome:
      'The answer goes out as an email in the name of the academy. A further answer of the person comes to the email of the academy, since the program reads no mailbox.',
    trouble: [
      'Somebody asks for personal data: be sure who it is. Send it only to the email of the account.',
      'You closed the wrong one: ‘Open again’.',
      'The answer did not arrive: an administrator sees failed deliveries and can send it again.',
    ],
    links: [['Messages', '/admin-dashboard/messages']],
  },
  {
    id: 'account',
    title: 'Your account',
    screens: ['/admin-dashboard/account'],
    purpose: 'Behind your login are the passports of others. Protect it with a second factor.',
    steps: [
      'Install an authenticator app on your phone.',
      'Open your account, and set up the second factor: scan the picture, and enter the code that the app shows.',
      'Save the recovery codes where you find them without the phone, and choose ‘I have saved them’.',
      'Or add a passkey: then the login needs no password.',
      'Look at the sessions, and log out devices that you do not use.',
    ],
    outcome: 'From now on the login asks for a code. Each recovery code works once.',
    trouble: [
      'The phone is lost: use a recovery code, and set up the second factor again.',
      'There are no recovery codes either: an administrator resets the second factor.',
      'You do not want the daily email of pending tasks: switch it off on this page.',
    ],
    links: [['Your account', '/admin-dashboard/account']],
  },
];
