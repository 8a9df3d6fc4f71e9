import type { HandbookPage } from '../handbook-text.ts';

/** The handbook of instructors. */
export const pages: readonly HandbookPage[] = [
  {
    id: 'a-day',
    title: 'A day',
    screens: ['/admin-dashboard'],
    picture: 'The overview of an instructor: attendance to mark, the next class, and the own courses.',
    purpose:
      'What an instructor does before class, in class and afterwards. You see the courses that are assigned to you.',
    steps: [
      'Before class: open the batch, and look who is in it.',
      'In class: mark every half day under ‘Attendance’.',
      'After class: read the results of the test, and help those who failed on their weak topics.',
      'Once a week: look at the analysis of each test. A question that good learners fail may have a wrong answer key.',
      'Once a month: watch your videos as learners see them. Replace what is out of date.',
    ],
    outcome:
      'Learners move on by themselves: the test opens when the training is submitted or enough was attended, and the certificate follows the pass.',
    trouble: [
      'A course is missing: an administrator assigns you to it on the page of the course.',
      'You need to see the documents of a person: registrars can. Instructors cannot.',
      'You look for a page: choose ‘Find’ at the top.',
    ],
    links: [
      ['Batches', '/admin-dashboard/batches'],
      ['User Results', '/admin-dashboard/user-results'],
      ['All Tests', '/admin-dashboard/All-tests'],
    ],
  },
  {
    id: 'course',
    title: 'Write a course',
    screens: [
      '/admin-dashboard/courses',
      '/admin-dashboard/courses/:id',
      '/admin-dashboard/courses/:id/preview',
      '/admin-dashboard/create-course',
    ],
    picture: 'The list of courses, with what can be done with each.',
    purpose: 'The page of a course tells a seafarer what it teaches, for whom it is, and what it costs.',
    steps: [
      'Choose ‘Create Course’, or ‘Edit’ at one that exists.',
      'Enter title, duration, price and category, and whether it is online, in the classroom, or both.',
      'List the subjects under ‘What it teaches’, one a line, with ‘Add Subject’.',
      'Say in the description who needs it, and why.',
      'Save it. It is a draft that staff alone see. Upload its videos and write its test.',
      'Choose ‘See it as a learner’ on its page, then ‘Publish’.',
    ],
    outcome:
      'Seafarers find the course in the catalogue once it is published. Its own page for staff shows training, test, batches and learners together.',
    trouble: [
      'Somebody else has changed the course while you wrote: the page shows both, and you choose what stays.',
      'Nobody should ask for it any more: ‘Unpublish’ on its page. Those who are approved keep it.',
      'Nobody can earn its certificate: it has no published test.',
    ],
    links: [
      ['All Courses', '/admin-dashboard/courses'],
      ['Create Course', '/admin-dashboard/create-course'],
      ['Upload videos', '/handbook/instructor/videos'],
    ],
  },
  {
    id: 'rule',
    title: 'State the rule of a course',
    screens: ['/admin-dashboard/courses/:id/rule'],
    purpose: 'The rule says which standard the course meets, who may take it, and how long its certificate is valid.',
    steps: [
      'Open the course and its ‘Rule’.',
      'Choose ‘New edition’. Begin with a starting set where there is one, and compare every field with its source.',
      'Enter what somebody needs before the course: certificates, age, sea service, a medical.',
      'Enter the approval with its number and its last day.',
      'Set the day from which it applies, and choose ‘Save Rule’.',
    ],
    outcome:
      'Requests are compared with the rule, and certificates state it. What was issued before keeps its own edition.',
    trouble: [
      'The approval ends: change it on this page before its last day. The overview warns in time.',
      'A code is refused: another course or a document has it. An administrator can give it to this course.',
      'You are not sure about a regulation: leave the field blank. The academy answers for what it states.',
    ],
    links: [['All Courses', '/admin-dashboard/courses']],
  },
  {
    id: 'videos',
    title: 'Upload videos and packages',
    screens: ['/admin-dashboard/training-video', '/admin-dashboard/All-training-video'],
    purpose: 'Learners watch the videos of a course in the order in which you put them.',
    steps: [
      'Choose ‘Upload Training Video’, the course, a title, and one file for each video.',
      'Keep the page open until everything is uploaded. A broken connection continues where it stopped.',
      'Add captions and a transcript with ‘Texts’: many read better than they hear.',
      'Put the videos in order, and look at each with ‘Preview’.',
      'For a package of an authoring tool choose ‘Add Package’ and a minimum time.',
    ],
    outcome:
      'Smaller versions are made by themselves, for slow links and for taking aboard. Videos that are added later reopen no training that was submitted.',
    trouble: [
      'A file is refused: the message says what is wrong with it. Export it again as MP4.',
      'A video has a mistake: ‘Replace’ it. You choose whether it must be watched again.',
      'Learners say that it stops: look whether smaller versions are being made still.',
    ],
    links: [
      ['Upload Training Video', '/admin-dashboard/training-video'],
      ['All Training Videos', '/admin-dashboard/All-training-video'],
    ],
  },
  {
    id: 'watching',
    title: 'See who has watched what',
    screens: ['/admin-dashboard/watching/:id'],
    purpose: 'The program measures which seconds of a video somebody has watched, by the clock of the server.',
    steps: [
      'Open the course and find the learner in the list.',
      'Choose ‘Proof’ to see every video with the parts that were watched, and when.',
      'Look at the presence checks and how they were answered.',
      'Choose ‘Evidence pack’ for a signed file that an inspector can keep.',
    ],
    outcome: 'You can tell somebody which part is missing, and show an inspector that the training took place.',
    trouble: [
      'Somebody says that they watched it, and nothing is there: they were without internet, and it is not sent yet.',
      'Parts are missing though the video ended: they jumped over them. The player offers to play only these.',
      'A time looks impossible: the clock of a device was wrong. The page says so.',
    ],
    links: [
      ['All Courses', '/admin-dashboard/courses'],
      ['Courses Aboard', '/admin-dashboard/aboard'],
    ],
  },
  {
    id: 'aboard',
    title: 'Follow courses aboard',
    screens: ['/admin-dashboard/aboard'],
    purpose: 'Seafarers take a course to sea on their device. You see who has, and bring in what comes by file.',
    steps: [
      'Open Courses Aboard. It lists every device, with the time when it was last seen.',
      'For a file that came by the email of a ship choose ‘Upload progress files’.',
      'Read the results: what was credited, and what contradicts the records of the academy.',
      'Look at the rows that are marked ‘To check’.',
    ],
    outcome: 'What was watched aboard counts like what was watched ashore. The learner can submit the training.',
    trouble: [
      'A file is refused: it is not of this academy, or was cut off. Ask for it again.',
      'A device was lost or is used by somebody else: ‘Withdraw’ its pass. What counted before stays.',
      'Nothing arrives for weeks: the device was never online since. Ask for the file.',
    ],
    links: [['Courses Aboard', '/admin-dashboard/aboard']],
  },
  {
    id: 'write-test',
    title: 'Write a test',
    screens: ['/admin-dashboard/test-form', '/admin-dashboard/All-tests', '/admin-dashboard/Published-tests'],
    purpose: 'The test decides who gets the certificate. One test of a course is published at a time.',
    steps: [
      'Choose ‘Create Test’, the course and the ‘Pass mark’ in percent.',
      'Write each question with its options and the right answer. Name its topic and the video that teaches it.',
      'Take questions from a file with ‘Add from a file’, or from other tests with ‘Add from the question bank’.',
      'Set the time, the attempts and the wait between them.',
      'Look at it with ‘Preview’, then publish it in the list of tests.',
    ],
    outcome:
      'Learners who have finished the training can take it. A later change does not touch test papers that are open.',
    trouble: [
      'The list says that answers can be guessed: use the recommended settings.',
      'Another test of the course is published: publishing this one ends it, and asks you first.',
      'A question from a file is left out: the preview says why, in the words of its format.',
    ],
    links: [
      ['Create Test', '/admin-dashboard/test-form'],
      ['All Tests', '/admin-dashboard/All-tests'],
      ['Published Tests', '/admin-dashboard/Published-tests'],
    ],
  },
  {
    id: 'results',
    title: 'Read results',
    screens: ['/admin-dashboard/user-results', '/admin-dashboard/user-results/:id'],
    purpose: 'Every submitted test, with its answers, its time and what happened while it was taken.',
    steps: [
      'Open User Results, and search by person or test.',
      'Open a result to see the test paper as it was answered.',
      'Look at the topics that were wrong, and tell the learner which video to watch again.',
      'Choose ‘Allow another attempt’ if the rules have used them up and you see a good reason.',
    ],
    outcome: 'The learner gets an email about a further attempt. A pass has its certificate within a minute.',
    trouble: [
      'A learner says that an answer was right: open the analysis of the test, and check its key.',
      'There is no result though somebody sat the test: it was not submitted yet. At the end of its time it is graded.',
      'Leaving the window is recorded, and proves nothing: a call at sea is a reason too.',
    ],
    links: [
      ['User Results', '/admin-dashboard/user-results'],
      ['Correct an answer key', '/handbook/instructor/analysis'],
    ],
  },
  {
    id: 'analysis',
    title: 'Find and correct bad questions',
    screens: ['/admin-dashboard/All-tests/:id', '/admin-dashboard/All-tests/:id/keys'],
    purpose: 'The analysis shows how often each answer was chosen, so that you find questions that mislead.',
    steps: [
      'Open the test in All Tests and choose ‘Analysis’.',
      'Look at questions that many get wrong, above all those who are good in the rest.',
      'If the key is wrong, choose ‘Correct the answer key’, the right answer, and a reason.',
      'Confirm with ‘Yes, Grade again’.',
    ],
    outcome:
      'All results with this question are graded again. Who passes now gets a certificate; passes that are lost wait for a decision of the registrar.',
    trouble: [
      'There are few test papers: wait. A share of five people says nothing.',
      'The question is bad, and its key is right: write it again in the test. Results stay as they are.',
      'You want to see what was corrected before: ‘Corrected Answer Keys’.',
    ],
    links: [['All Tests', '/admin-dashboard/All-tests']],
  },
  {
    id: 'attendance',
    title: 'Hold a class',
    screens: [
      '/admin-dashboard/batches/:id/attendance',
      '/admin-dashboard/batches',
      '/admin-dashboard/batches/:id',
      '/admin-dashboard/batch-calendar',
    ],
    purpose: 'For a course in the classroom, attendance takes the place of the videos.',
    steps: [
      'Open the batch, and print its ‘Batch sheet’ with names, pictures and lines to sign.',
      'In class open ‘Attendance’ and choose the day and the half of the day.',
      'Mark everybody as present or absent. Marks are saved one by one.',
      'Enter a make-up class for those who come at another time.',
    ],
    outcome: 'Who attended enough can take the test. The sheet is kept as evidence for inspectors.',
    trouble: [
      'There is no internet in the classroom: go on. Marks are kept on the device, and sent later.',
      'Somebody sits in class and is not in the list: a registrar gives them a seat.',
      'Somebody was dropped by mistake: correct the mark. The program counts again.',
    ],
    links: [
      ['Batches', '/admin-dashboard/batches'],
      ['Calendar of batches', '/admin-dashboard/batch-calendar'],
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    screens: ['/admin-dashboard/account'],
    purpose: 'Behind your login are tests with their answers. Protect it with a second factor.',
    steps: [
      'Install an authenticator app on your phone.',
      'Open your account, and set up the second factor: scan the picture, and enter the code that the app shows.',
      'Save the recovery codes where you find them without the phone, and choose ‘I have saved them’.',
      'Get the ‘Calendar link’ to see your classes in your own calendar.',
    ],
    outcome: 'From now on the login asks for a code. Each recovery code works once.',
    trouble: [
      'The phone is lost: use a recovery code, and set up the second factor again.',
      'There are no recovery codes either: an administrator resets the second factor.',
      'Somebody has seen your calendar link: end it, and get a new one.',
    ],
    links: [['Your account', '/admin-dashboard/account']],
  },
];
