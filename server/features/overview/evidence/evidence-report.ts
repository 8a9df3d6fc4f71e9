import { marksInWords } from '@fairlead/contract/assessments/marks';
import { contradictionWords } from '@fairlead/contract/offline-records/calls';
import { escapeHtml as text } from '../../../platform/escape-html.ts';
import { fullName, fullNameOrNull } from '../../accounts/index.ts';
import type { Proofs } from './queries.ts';
import { type Fact, facts, moment, none, reportPage, section } from './report-parts.ts';

type Report = {
  academy: string;
  packedAt: string;
  /** Where the signature of the page is, as HTML. */
  howToCheck: string;
} & Omit<Proofs, 'pdf'>;
type Film = Proofs['training']['films'][number];
type Test = Proofs['tests'][number];

/**
 * The evidence as a self-contained HTML page to read and print: it loads nothing, runs no script, and escapes all text
 * that people entered. Times are UTC.
 */
export function evidenceReport({
  academy,
  packedAt,
  howToCheck,
  learner,
  training,
  offlineRecords,
  tests,
  certificate,
}: Report): string {
  const { userName, courseTitle, films } = training;
  return reportPage({
    title: `Evidence of training: ${userName}, ${courseTitle}`,
    header: `<p>${text(academy)}</p>
<h1>Evidence of training</h1>
<p><strong>${text(userName)}</strong>, ${text(courseTitle)}</p>
<p class="note">Packed ${moment(packedAt)}. All times are UTC. ${howToCheck}</p>`,
    main: `${section('The learner', learner ? facts(learnerFacts(learner)) : none('The account no longer exists.'))}
${section('The training', facts(trainingFacts(training)))}
${section(films.some((film) => film.package) ? 'Videos and packages' : 'Videos', films.length > 0 ? `${filmNote}${films.map(filmPart).join('\n')}` : none('This course has no videos or packages.'))}
${offlineRecords.length > 0 ? section('Records of devices without a link', `${recordNote}${offlineRecords.map(recordPart).join('\n')}`) : ''}
${section('Tests', tests.length > 0 ? tests.map(testPart).join('\n') : none('No test was submitted.'))}
${section('The certificate', certificate ? facts(certificateFacts(certificate)) : none('None was issued.'))}`,
  });
}

type OfflineRecord = Proofs['offlineRecords'][number];

const recordNote = `<p class="note">The academy gave each device a pass. The device recorded what it played, and signed the record with its key; evidence.json has the records, to be verified again. The times of playing are those of the device’s clock. A record proves that the time passed and what the device has recorded, not that attention was paid.</p>`;

const filmNote = `<p class="note">The bar shows the video from start to end. The filled parts were credited by the academy’s clock, at no more than the stated speed. This proves that the time passed, not that attention was paid.</p>`;

/** A duration such as 0:07, 12:05 or 1:02:05; fractions of a second are left out. */
function span(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const learnerFacts = (learner: NonNullable<Proofs['learner']>): Fact[] => [
  ['Name', learner.name ?? fullName(learner)],
  ['Email', learner.email],
  ['Date of birth', learner.birthDate],
  ['Passport', learner.passportNumber],
  ['CDC', learner.cdcNumber],
  ['INDoS', learner.indosNumber],
  ['Grade', learner.gradeNumber],
  ['Identity checked', moment(learner.identityCheckedAt)],
  ['Checked by', checkerOf(learner)],
];

const checkerOf = ({ checkerFirstName: firstName, checkerLastName: lastName }: NonNullable<Proofs['learner']>) =>
  fullNameOrNull({ firstName, lastName });

const trainingFacts = ({ courseTitle, approvedAt, completion }: Proofs['training']): Fact[] => [
  ['Course', courseTitle],
  ['Approved', moment(approvedAt)],
  [
    completion?.kind === 'attendance' ? 'Attended' : 'Training submitted',
    completion ? moment(completion.completedAt) : 'not yet',
  ],
];

const certificateFacts = (certificate: NonNullable<Proofs['certificate']>): Fact[] => [
  ['Number', certificate.number],
  ['State', certificate.status],
  ['Name', certificate.name],
  ['Course', certificate.courseTitle],
  ['Regulations', certificate.regulations],
  ['Held to', certificate.heldTo || null],
  ['Approved by', certificate.approvedBy || null],
  ['Approval number', certificate.approvalNumber || null],
  ['Result', certificate.percentage === null ? null : `${Math.floor(certificate.percentage * 100) / 100} %`],
  ['Issued', certificate.issuedOn],
  certificate.boundTo
    ? ['Valid together with', certificate.boundTo]
    : ['Expires', certificate.expiresOn ?? (certificate.issuedOn && 'N/A')],
];

function filmPart({ serial, title, duration, removed, watchedSeconds, intervals, ...film }: Film): string {
  const share = Math.floor((Math.min(watchedSeconds, duration) / duration) * 100);
  const inWords = intervals.map(([from, to]) => `${span(from)} to ${span(to)}`).join(', ') || 'nothing';
  return `<article>
<h3>${serial}. ${text(title)}${removed ? (film.replaced ? ' (older version)' : ' (removed since)') : ''}</h3>
${pictureOf(intervals, duration, `Watched: ${inWords}`)}
${facts([
  [film.package ? 'Minimum time' : 'Length', span(duration)],
  ['Credited', `${span(Math.min(watchedSeconds, duration))}, ${share} %`],
  ['Parts watched', inWords],
  ['Opened', moment(film.openedAt) ?? 'not yet'],
  ['Complete', completeInWords(film)],
  ['Highest playback speed', `${film.highestSpeed} ×`],
])}
${film.package ? packageTable(film.package) : ''}${film.checks.length > 0 ? checksTable(film.checks) : ''}${film.sittings.length > 0 ? sittingsTable(film.sittings) : ''}${film.offline.length > 0 ? offlineTable(film.offline) : ''}</article>`;
}

/** What a package has reported; it comes from the learner's browser, and is labelled so. */
const packageTable = ({ version, reportedAt, items }: NonNullable<Film['package']>) => `<table>
<caption>Reported by the package (SCORM ${text(version)}): ${reportedAt ? `complete, ${moment(reportedAt)}` : 'not complete'}</caption>
<thead><tr><th scope="col">Part</th><th scope="col">reported by the package</th><th scope="col">score</th><th scope="col">last stored</th></tr></thead>
<tbody>${items
  .map(
    ({ title, status, score, updatedAt }) =>
      `<tr><td>${text(title)}</td><td>${text(status)}</td><td>${score === null ? '' : `${score} %`}</td><td>${moment(updatedAt) ?? ''}</td></tr>`,
  )
  .join('')}</tbody>
</table>`;

const completeInWords = ({ completedAt, byOlderVersion }: Pick<Film, 'completedAt' | 'byOlderVersion'>) =>
  `${moment(completedAt) ?? 'not yet'}${byOlderVersion ? ', since its older version was watched without a link' : ''}`;

/** The film as an SVG bar, a thousand units wide, with its credited intervals filled. */
function pictureOf(intervals: Film['intervals'], duration: number, inWords: string): string {
  const at = (seconds: number) => Math.round((seconds / duration) * 100_000) / 100;
  const filled = intervals.map(
    ([from, to]) => `<rect x="${at(from)}" width="${Math.max(1, at(to - from))}" height="24"/>`,
  );
  return `<svg role="img" aria-label="${text(inWords)}" viewBox="0 0 1000 24" preserveAspectRatio="none">
<rect class="film" width="1000" height="24"/>${filled.join('')}</svg>`;
}

const checksTable = (checks: Film['checks']) => `<table>
<thead><tr><th scope="col">Presence check at</th><th scope="col">asked</th><th scope="col">answered</th></tr></thead>
<tbody>${checks
  .map(
    ({ at, question, askedAt, answeredAt, late, wrongAnswers }) =>
      `<tr><td>${span(at)}${question ? `: ${text(question)}` : ''}</td><td>${moment(askedAt) ?? 'not yet'}</td><td>${[
        moment(answeredAt) ?? 'not yet',
        ...(late ? ['late'] : []),
        ...(wrongAnswers > 0 ? [`wrong before: ${wrongAnswers}`] : []),
      ].join(', ')}</td></tr>`,
  )
  .join('')}</tbody>
</table>`;

const sittingsTable = (sittings: Film['sittings']) => `<table>
<thead><tr><th scope="col">Watched from</th><th scope="col">to</th><th scope="col">credited</th></tr></thead>
<tbody>${sittings
  .map(
    ({ beganAt, lastAt, seconds }) =>
      `<tr><td>${moment(beganAt)}</td><td>${moment(lastAt)}</td><td>${span(seconds)}</td></tr>`,
  )
  .join('')}</tbody>
</table>`;

/** A pass, what arrived under it, and where that contradicts itself. */
const recordPart = (record: OfflineRecord) => `<article>
<h3>${text(record.device)}, pass of ${moment(record.issuedAt)}</h3>
${facts([
  ['Pass', record.id],
  ['Videos of the pass', record.films.length],
  ['Withdrawn', moment(record.withdrawnAt)],
  ['Credited', span(record.creditedSeconds)],
  ['To check', record.contradictions.map(({ kind }) => contradictionWords[kind].found).join(' ') || 'nothing'],
])}
${record.parts.length > 0 ? partsTable(record.parts) : ''}</article>`;

/** Who brought a part of a record, in words. */
const origins: Readonly<Record<OfflineRecord['parts'][number]['origin'], string>> = {
  learner: 'from the learner',
  staff: 'as a file, by staff',
  email: 'as a file, by email',
};

const partsTable = (parts: OfflineRecord['parts']) => `<table>
<thead><tr><th scope="col">Received</th><th scope="col">links</th><th scope="col">how</th></tr></thead>
<tbody>${parts
  .map(
    ({ receivedAt, firstNumber, lastNumber, origin, continues }) =>
      `<tr><td>${moment(receivedAt)}</td><td>${firstNumber} to ${lastNumber}</td><td>${origins[origin]}${continues ? '' : ', a second copy'}</td></tr>`,
  )
  .join('')}</tbody>
</table>`;

const testPart = ({ title, version, passMark, questions, ...sat }: Test) => `<article>
<h3>${text(title)}</h3>
${facts([
  ['Version', version],
  ['Started', moment(sat.startedAt)],
  ['Submitted', moment(sat.submittedAt)],
  [
    'Score',
    `${marksInWords(sat.score ?? 0)} of ${sat.totalQuestions}, ${sat.passed ? 'passed' : 'not passed'} (pass mark ${passMark} %)`,
  ],
])}
<ol>${questions.map(questionPart).join('\n')}</ol>
</article>`;

const questionPart = ({ text: question, options, correct, answered }: Test['questions'][number]) => `<li>
<p>${text(question)}</p>
<ul>${options
  .map((option) => {
    const marks = [option === answered && 'answered', option === correct && 'correct'].filter(Boolean);
    return `<li>${text(option)}${marks.length > 0 ? ` <strong>(${marks.join(', ')})</strong>` : ''}</li>`;
  })
  .join('')}</ul>
${answered === null ? '<p class="note">Not answered.</p>' : otherThan(options, 'Answered', answered)}
${otherThan(options, 'Correct', correct)}</li>`;

/** An answer that is not one of the options, as its kind puts it into words. */
const otherThan = (options: readonly string[], label: string, words: string) =>
  options.includes(words) ? '' : `<p>${label}: ${text(words)}</p>`;

/** The times of watching are the device's, that of the credit is the academy's. */
const offlineTable = (offline: Film['offline']) => `<table>
<thead><tr><th scope="col">Watched without a link from</th><th scope="col">to</th><th scope="col">credited</th><th scope="col">received</th></tr></thead>
<tbody>${offline
  .map(
    ({ watchedFrom, watchedTo, creditedAt, seconds }) =>
      `<tr><td>${moment(watchedFrom) ?? 'not known'}</td><td>${moment(watchedTo) ?? 'not known'}</td><td>${span(seconds)}</td><td>${moment(creditedAt)}</td></tr>`,
  )
  .join('')}</tbody>
</table>`;
