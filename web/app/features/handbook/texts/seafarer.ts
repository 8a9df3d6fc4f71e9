import type { HandbookPage } from '../handbook-text.ts';

/** The handbook of seafarers. */
export const pages: readonly HandbookPage[] = [
  {
    id: 'a-day',
    title: 'A day',
    screens: ['/dashboard'],
    picture: 'The dashboard of a seafarer on a phone: the card with the next step, and a request that waits below it.',
    purpose: 'What you do from the first login to the certificate, and what to look at when you come back.',
    steps: [
      'Open the dashboard. The first card says the one thing to do next; its button leads there.',
      'Complete your profile once. Certificates are made from it.',
      'Ask for a course, and pay its fee if it has one.',
      'When the academy has approved you, watch the videos in order. Stop whenever you like: you continue where you were.',
      'Submit the training, take the test, and open your certificate.',
      'Before you join a ship, take the next course aboard, and check what expires.',
    ],
    outcome:
      'Each decision of the academy arrives by email, and the dashboard shows it. Below, it lists your courses, what expires soon and your certificates.',
    trouble: [
      'A card says that you have to wait: the academy has to decide first. You need to do nothing.',
      'Something is missing on the page: load it again. If the connection was lost, it shows what was last seen.',
    ],
    links: [
      ['Dashboard', '/dashboard'],
      ['Complete your profile', '/handbook/seafarer/profile'],
      ['Take a course aboard', '/handbook/seafarer/aboard'],
    ],
  },
  {
    id: 'profile',
    title: 'Complete your profile',
    screens: ['/profile', '/updateUserProfile'],
    purpose: 'The academy checks who you are, and your certificates state what is in your profile.',
    steps: [
      'Have your passport, CDC and INDoS number ready, and pictures of them on this device.',
      'Open Profile and enter everything as it is printed in the document.',
      'If you were never given a number, tick ‘CDC not issued’ or ‘Grade not issued’ beside it.',
      'Add ‘Profile picture’, ‘ID document’ and ‘Signature’.',
      'Later, change something with ‘Edit Profile’ and ‘Update Profile’.',
    ],
    outcome:
      'You can start a training and ask for courses. After a change of name, birth date, passport, CDC or INDoS number the academy checks you again; your next certificate waits until it has.',
    trouble: [
      'A file is refused: take a picture of the document in good light, or save the PDF again, and choose that one.',
      'A number is refused: compare it with the document, letter by letter.',
      'You left the page: what you typed is kept in this tab until you log out.',
    ],
    links: [
      ['Profile', '/profile'],
      ['Account', '/account'],
    ],
  },
  {
    id: 'enroll',
    title: 'Ask for a course',
    screens: ['/EnrollmentRequest', '/courses/:id/requirements', '/courses/:id/enroll'],
    purpose: 'You take a course after the academy has accepted your request.',
    steps: [
      'Find the course in the catalogue and read its page: what it teaches, its price, who may take it.',
      'For a course in the classroom choose a date with free seats.',
      'Choose ‘Enroll Now’. Without a login or a profile you are led there first, and the request is kept.',
      'Follow your request under ‘Enrollment Requests’.',
    ],
    outcome:
      'The academy compares your request with your documents. You get an email when it is accepted or rejected; a rejection states the reason, and whether you can ask again.',
    trouble: [
      'Something that the course requires is missing: the page lists it. Add the document, or ask all the same and say why.',
      'The batch is full: you are put on its waiting list, and get an email when a seat is free.',
      'No answer for some days: write to the academy on the contact page.',
    ],
    links: [
      ['Courses', '/courses'],
      ['Enrollment Requests', '/EnrollmentRequest'],
      ['Contact', '/contact'],
    ],
  },
  {
    id: 'training',
    title: 'Watch the training',
    screens: ['/training/:courseId', '/courses/:id/content', '/UserCource'],
    picture: 'The page of a course on a phone: its videos with what is watched, and the button that continues.',
    purpose: 'You watch the videos of a course in their order; the test opens after the last one.',
    steps: [
      'Open My Courses and choose ‘Launch the Course’.',
      'Watch the first open video to its end. The next one opens by itself.',
      'If you are asked ‘I am here’, answer: the question checks that somebody is watching.',
      'After the last video choose ‘Submit Training’: the test opens, if the course has one.',
    ],
    outcome:
      'The training is recorded, and ‘Give Test’ opens the test. The seconds that you have watched are saved while you watch, on this device and at the academy.',
    trouble: [
      'A video does not count as watched: choose ‘Watch the missing parts’, which plays only what you have jumped over.',
      'The link is slow: choose a smaller quality, or ‘Sound only’.',
      'There is no link at all: take the course aboard in port.',
      'The course says that the profile is missing: complete it first.',
    ],
    links: [
      ['My Courses', '/UserCource'],
      ['Take a course aboard', '/handbook/seafarer/aboard'],
    ],
  },
  {
    id: 'test',
    title: 'Take the test',
    screens: ['/testPage/:courseId', '/practice/:courseId', '/ship/test/:courseId'],
    purpose: 'The test shows that you know what the course teaches. Who passes gets the certificate.',
    steps: [
      'Practise first, if the course has questions for it: the answers are explained, and nothing counts.',
      'Open the test and read ‘Before you start’: number of questions, time, attempts.',
      'Wait for the check of your connection, then choose ‘Start Test’.',
      'Answer every question; ‘Questions’ shows which are left. Each answer is saved at once.',
      'Choose ‘Submit’.',
    ],
    outcome:
      'You see your score. If you passed, ‘View Certificate’ leads to your certificate. If not, the topics to study again are listed with their videos, and when you can try again.',
    trouble: [
      'The connection breaks: continue on this device or another one. Your answers are there; a clock runs on.',
      'No attempt is left: choose ‘Ask the academy’.',
      'You sit it on a ship’s computer: the invigilator opens it with a code, and the academy grades it later.',
      'You think that a question is wrong: write to the academy. A corrected answer key changes your result too.',
    ],
    links: [
      ['My Courses', '/UserCource'],
      ['Contact', '/contact'],
    ],
  },
  {
    id: 'certificates',
    title: 'Your certificates',
    screens: ['/certificates', '/certificate-report'],
    picture: 'The certificates of a seafarer on a phone, each with its number and its last day.',
    purpose: 'You open, save and share what you have earned, and see what expires.',
    steps: [
      'Open ‘My Certificates’ and choose the certificate.',
      'Save it with ‘Download PDF’. Its signature and its code can be checked by anybody, also without internet.',
      'Choose ‘Share’ to make a link for a company. It shows the whole certificate until it ends.',
      'From six months before the last day, ‘Enroll again’ renews it.',
    ],
    outcome:
      'Officers and companies check the certificate by its number or its code. You see how often a link was opened, and can end it at any time.',
    trouble: [
      'The certificate is on hold: the academy checks your identity first. You get an email when it is issued.',
      'A name or number on it is wrong: write to the academy. It issues the certificate again.',
      'A link does not open: it has ended. Make a new one.',
    ],
    links: [
      ['My Certificates', '/certificates'],
      ['Verify a certificate', '/verify'],
    ],
  },
  {
    id: 'documents',
    title: 'Your documents',
    screens: ['/documents'],
    picture: 'My Documents on a phone: what expires first is at the top.',
    purpose: 'Everything that you need to join a ship in one list: medical, visa, certificates from other places.',
    steps: [
      'Open ‘My Documents’ and choose ‘Add document’.',
      'Search what it is in the list, and enter number, issuer and dates as printed.',
      'Add a picture or a PDF, and choose ‘Save document’.',
    ],
    outcome:
      'The academy checks the document. Until then it is marked ‘Not checked yet’. Before it expires you get an email, in time for its renewal.',
    trouble: [
      'The document was refused: the reason stands beside it. Choose ‘Edit’ and add a better picture.',
      'Passport, CDC and INDoS number lead to your profile, where they are entered.',
      'Its kind is missing in the list: ask the academy to add it.',
    ],
    links: [
      ['My Documents', '/documents'],
      ['Profile', '/profile'],
      ['May I join a ship?', '/handbook/seafarer/may-i-join'],
    ],
  },
  {
    id: 'may-i-join',
    title: 'May I join a ship?',
    screens: ['/may-i-join'],
    purpose: 'You compare what you hold with what a job aboard requires, before you travel.',
    steps: [
      'Open the page, enter rank, ship, flag, and the days of joining and sign-off, and choose ‘Check’.',
      'Read the rows that are missing or run out during the voyage first.',
      'Choose ‘I have it: add’ beside what you hold already.',
      'Choose ‘Book the course’ beside what you still need.',
    ],
    outcome:
      'When every row is met, the page says ‘You hold every document for this voyage.’ The answer is by the checklist that the academy keeps; the ship’s company decides.',
    trouble: [
      'The page has no checklist: the academy has not made one yet. Write to it.',
      'A document that you hold is shown as missing: look at its dates in ‘My Documents’, and whether it was refused.',
      'Your rank or flag is not offered: no checklist covers it. Ask the academy.',
    ],
    links: [
      ['May I join?', '/may-i-join'],
      ['My Documents', '/documents'],
      ['Courses', '/courses'],
    ],
  },
  {
    id: 'aboard',
    title: 'Take a course aboard',
    screens: ['/aboard', '/aboard/open', '/ship'],
    purpose: 'You download a course in port, and watch it at sea without internet.',
    steps: [
      'In port, open the course from My Courses and choose ‘Take aboard’.',
      'Choose a size of the videos. The smallest is enough for a phone.',
      'Wait until the page says that it is on this device. Turn the internet off once, and try it.',
      'At sea, open this site in the same browser, and ‘Courses Aboard’.',
      'On a shared computer set a PIN first: it opens your courses only.',
      'Your ship has a computer with courses: open its address, choose your name, and enter your boarding code once.',
    ],
    outcome:
      'What you watch is recorded on the device. It is sent by itself when there is internet, or you take it ashore by ‘Save progress as a file’.',
    trouble: [
      'The download stops: it continues when the page is open and the internet is back.',
      'The device has no space left: remove other files, or choose a smaller size.',
      'Without Wi-Fi in port: load the videos from a stick with ‘Load from a file’.',
    ],
    links: [
      ['Courses Aboard', '/aboard'],
      ['My Courses', '/UserCource'],
    ],
  },
  {
    id: 'fees',
    title: 'Pay a fee',
    screens: ['/fees', '/fees/:id'],
    purpose: 'You see what is left to pay for a course, send a proof of payment, and get the receipt.',
    steps: [
      'Open Fees and choose the course.',
      'Pay as the page says: UPI, bank transfer, or at the academy. The program itself moves no money.',
      'If a company pays, enter its name and GSTIN for the invoice before you send the proof.',
      'Add the screenshot or PDF, the amount and the transaction number, and choose ‘Send proof’.',
    ],
    outcome:
      'The academy compares the proof with its bank account. When it is confirmed, the receipt or invoice stands on the same page and arrives by email.',
    trouble: [
      'The proof was declined: the reason is on the page. Send another one.',
      'You paid and the page still says that something is left: the payment is not confirmed yet.',
      'There are no fees to see: the academy settles them with you directly.',
    ],
    links: [
      ['Fees', '/fees'],
      ['Contact', '/contact'],
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    screens: ['/account'],
    purpose: 'Your login, your email and mobile, the devices where you are logged in, and your data.',
    steps: [
      'Change your password with ‘Change password’. You need the current one.',
      'For a new email, enter it and then the code that arrives there.',
      'Add a passkey: then your fingerprint or the screen lock of your phone logs you in.',
      'Log out a device that you have lost.',
      'Under ‘Your data’ download everything that the academy keeps about you.',
    ],
    outcome: 'Changes apply at once, and an email tells you about each of them.',
    trouble: [
      'You forgot the password: log out, and choose ‘Forgot password?’ at the login.',
      'The code does not arrive: look among unwanted emails, and wait a minute before you ask for another one.',
      'You want to leave: ‘Account erasure’ explains what is deleted and what the law keeps.',
    ],
    links: [
      ['Account', '/account'],
      ['Privacy', '/privacy'],
    ],
  },
];
