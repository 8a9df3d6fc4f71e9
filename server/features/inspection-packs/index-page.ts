import { marksInWords } from '@fairlead/contract/assessments/marks';
import { requirementsInWords } from '@fairlead/contract/courses/requirement-words';
import { validityInWords } from '@fairlead/contract/values/validity-words';
import { escapeHtml as text } from '../../platform/escape-html.ts';
import type { Academy } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { heldToInWords } from '../courses/index.ts';
import { type Fact, facts, moment, none, reportPage, section, table } from '../overview/index.ts';
import type { PackContent, PersonEntry } from './pack-content.ts';

type Index = PackContent & {
  academy: Pick<Academy, 'name' | 'city' | 'email' | 'recognition'>;
  packedAt: string;
  /** The names of files that are lost. */
  missing: readonly string[];
  key: { id: string; text: string };
  publicUrl: string;
};
type Batch = PackContent['batches'][number];
type Course = PackContent['courses'][number];

/**
 * The first page of a pack, for a person: it loads nothing but the photographs beside it, runs no script, and escapes
 * all text that people entered. Times are UTC.
 */
export function indexPage(index: Index): string {
  const { academy, packedAt, people, courses, instructors, batches } = index;
  const folders = new Map(people.map((one) => [one.enrolmentId, one]));
  return reportPage({
    isBroad: true,
    title: `Inspection pack: ${scopeInWords(index)}`,
    header: `<p>${text(academy.name)}</p>
<h1>Inspection pack</h1>
<p><strong>${text(scopeInWords(index))}</strong></p>
<p class="note">Packed ${moment(packedAt)}${index.askedBy ? ` for ${text(index.askedBy)}` : ''}. All times are UTC. Everything
here is also in pack.json, for programs.</p>
<nav><ul>${parts.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul></nav>`,
    main: [
      part('academy', facts(academyFacts(index))),
      part('people', table(personTitles, people.map(personRow))),
      part('courses', `${asEntered}${courses.map(coursePart).join('\n')}`),
      part(
        'instructors',
        instructors.length > 0 ? instructors.map(instructorPart).join('\n') : none('None is recorded.'),
      ),
      part(
        'batches',
        batches.length > 0 ? batches.map((one) => batchPart(one, folders)).join('\n') : none('Nobody was in a batch.'),
      ),
      part('certificates', certificates(index)),
      part('corrections', corrections(index, folders)),
      part('complaints', contacts(index)),
      part('audit', audit(index)),
      part('not-recorded', notRecorded(index)),
      part('check', howToCheck(index)),
    ].join('\n'),
  });
}

const parts = [
  ['academy', 'The academy'],
  ['people', 'People, with all evidence of each'],
  ['courses', 'Courses, with the editions of their rules and approvals'],
  ['instructors', 'Instructors and their qualifications'],
  ['batches', 'Batches and attendance'],
  ['certificates', 'Certificates'],
  ['corrections', 'Corrections'],
  ['complaints', 'Complaints'],
  ['audit', 'Extract of the audit'],
  ['not-recorded', 'What is not recorded'],
  ['check', 'How to check this pack'],
] as const;
type PartId = (typeof parts)[number][0];

const part = (id: PartId, content: string): string =>
  `<div id="${id}">${section(parts.find(([one]) => one === id)?.[1] ?? '', content)}</div>`;

const scopeInWords = ({ scope: { batch, from, to, course } }: Pick<Index, 'scope'>): string =>
  batch === null ? `${from} to ${to}${course ? `, ${course}` : ', all courses'}` : `Batch ${batch}, ${course}`;

const academyFacts = ({ academy, people, courses, batches, certificates: all }: Index): Fact[] => [
  ['Name', academy.name],
  ['City', academy.city],
  ['Email', academy.email],
  ['Recognition, as the academy states it', academy.recognition],
  ['Enrollments in this pack', people.length],
  ['Courses', courses.length],
  ['Batches', batches.length],
  ['Certificates', all.length],
];

const link = (to: string, words: string) => `<a href="${text(to)}">${text(words)}</a>`;

const personTitles = ['Photograph', 'Name', 'INDoS', 'Course', 'Batch', 'Identity', 'Training', 'Tests', 'Certificate'];

const photo = ({ photograph, name }: Pick<PersonEntry, 'photograph' | 'name'>) =>
  photograph ? `<img src="${text(photograph)}" alt="Photograph of ${text(name)}" loading="lazy">` : '';

const personRow = (person: PersonEntry): string[] => [
  photo(person),
  link(`${person.folder}/record.html`, person.name),
  text(person.indosNumber ?? ''),
  text(person.courseTitle),
  text(person.batchCode ?? ''),
  text(identityInWords(person)),
  text(trainingInWords(person)),
  person.tests.map((one) => text(testInWords(one))).join('<br>') || 'none',
  person.certificate
    ? `${person.certificatePdf ? link(person.certificatePdf, person.certificate.number ?? '') : text(person.certificate.number ?? '')}<br>${text(person.certificate.status ?? '')}`
    : 'none',
];

/** A check counts for the identity that was checked: when the person has changed it later, both times are said. */
export function identityInWords({
  identityCheckedAt,
  identityCheckedBy,
  identityChangedAt,
}: Pick<PersonEntry, 'identityCheckedAt' | 'identityCheckedBy' | 'identityChangedAt'>): string {
  if (identityCheckedAt === null) return 'not checked';
  const by = identityCheckedBy === null ? '' : ` by ${identityCheckedBy}`;
  const changed = identityChangedAt === null ? '' : `, changed since ${moment(identityChangedAt)}`;
  return `checked ${moment(identityCheckedAt)}${by}${changed}`;
}

function trainingInWords({ videos, videosComplete, completion }: PersonEntry): string {
  const watched = videos > 0 ? `${videosComplete} of ${videos} videos` : '';
  const done = completion
    ? `${completion.kind === 'attendance' ? 'attended' : 'submitted'} ${moment(completion.completedAt)}`
    : 'not complete';
  return [watched, done].filter(Boolean).join(', ');
}

const testInWords = ({ submittedAt, score, totalQuestions, passed }: PersonEntry['tests'][number]) =>
  `${moment(submittedAt)}: ${marksInWords(score ?? 0)} of ${totalQuestions}, ${passed ? 'passed' : 'not passed'}`;

const asEntered = `<p class="note">Regulations, rules and approvals are as the academy has entered them.</p>\n`;

const approvalInWords = ({ approval, approvalNumber, approvalUntil }: Course['rules'][number]): string =>
  [approval, approvalNumber, approvalUntil && `until ${approvalUntil}`].filter(Boolean).join(', ') || 'not stated';

const coursePart = ({ title, regulations, duration, format, taughtBy, rules }: Course): string => `<article>
<h3>${text(title)}</h3>
${facts([
  ['Regulations', regulations],
  ['Duration', duration],
  ['Held', format === 'both' ? 'online and in the classroom' : format === 'online' ? 'online' : 'in the classroom'],
  ['Taught by, as the catalogue says', taughtBy],
])}
${table(
  [
    'Edition',
    'Applies from',
    'Held to',
    'Approval',
    'Who may take it',
    'Certificate',
    'Source',
    'Entered',
    'Certificates',
  ],
  rules.map((rule) => [
    String(rule.edition),
    text(rule.appliesFrom ?? 'the beginning'),
    text(heldToInWords(rule) || 'not stated'),
    text(approvalInWords(rule)),
    requirementsInWords(rule.requirements).map(text).join('<br>') || 'everybody',
    text(validityInWords(rule)),
    text(rule.source ? `${rule.source}${rule.sourceDate ? `, read on ${rule.sourceDate}` : ''}` : 'not stated'),
    text(`${moment(rule.createdAt)}${rule.createdBy ? ` by ${rule.createdBy}` : ''}`),
    String(rule.certificates),
  ]),
)}
</article>`;

const instructorPart = ({ name, isFormer, qualifications }: Index['instructors'][number]): string => `<article>
<h3>${text(name)}${isFormer ? ' (no longer with the academy)' : ''}</h3>
${
  qualifications.length > 0
    ? table(
        ['Qualification', 'Issued by', 'Number', 'Valid until'],
        qualifications.map((one) => [
          text(one.title),
          text(one.issuer),
          text(one.number),
          text(one.validUntil ?? 'no end stated'),
        ]),
      )
    : none('The academy has recorded no qualification.')
}
</article>`;

/** Each half day of a batch as one character: present, absent, attended later, or nothing where nobody marked. */
const letters = { present: 'P', absent: 'A', 'made-up': 'M' } as const;

function batchPart(batch: Batch, folders: ReadonlyMap<string, PersonEntry>): string {
  const { days, halves } = batch;
  const halfDays = days.flatMap((day) => halves.map((half) => ({ day, half })));
  return `<article>
<h3>${text(batch.code)}, ${text(batch.courseTitle)}</h3>
${facts([
  ['Days', `${batch.firstDay} to ${batch.lastDay}, ${batch.startsAt} to ${batch.endsAt}`],
  ['Venue', batch.venue],
  ['Instructor', batch.instructor ?? 'none is recorded'],
  ['Seats', batch.seats],
  ['State', batch.state],
  ['May be absent for at most', `${batch.mostAbsentPercent} % of the half days`],
])}
<p class="note">Days are written month-day. P: present. A: absent. M: make-up class. Blank: not marked. Who marked it, and when, is in pack.json.</p>
${table(
  [
    'Photograph',
    'Name',
    ...halfDays.map(({ day, half }) => `${day.slice(5)} ${half === 'morning' ? 'am' : 'pm'}`),
    'Attended',
  ],
  batch.people.map((person) => {
    const entry = folders.get(person.enrolmentId);
    const standing = person.standing === 'attending' ? '' : ` (${person.standing})`;
    return [
      entry ? photo(entry) : '',
      `${entry ? link(`${entry.folder}/record.html`, person.name) : text(person.name)}${text(standing)}`,
      ...halfDays.map(({ day, half }) => {
        const mark = person.marks.find((one) => one.day === day && one.half === half)?.mark;
        return mark ? letters[mark] : '';
      }),
      `${person.attended} of ${person.of}`,
    ];
  }),
)}
</article>`;
}

const nameOf = (folders: ReadonlyMap<string, PersonEntry>, enrolmentId: string) => folders.get(enrolmentId)?.name ?? '';

const certificates = ({ certificates: all }: Index): string =>
  all.length === 0
    ? none('None was issued.')
    : `<p class="note">A certificate that is not replaced is in the folder of its holder, as a signed PDF. A PDF reader shows
its signature.</p>${table(
        ['Number', 'Name', 'State', 'Issued', 'Expires', 'Held to', 'Approval', 'Edition of the rule'],
        all.map((one) => [
          text(one.number),
          text(one.name),
          one.status,
          one.issuedOn,
          endOf(one),
          text(one.heldTo || 'not stated'),
          text([one.approvedBy, one.approvalNumber].filter(Boolean).join(', ') || 'not stated'),
          one.ruleEdition === null ? 'none' : String(one.ruleEdition),
        ]),
      )}`;

/** When a certificate ends, in words. */
function endOf({ expiresOn, refresherDue, boundTo }: Index['certificates'][number]): string {
  if (boundTo) return `while valid: ${text(boundTo)}`;
  return expiresOn ?? (refresherDue ? `does not expire, refresher due ${refresherDue}` : 'does not expire');
}

function corrections(index: Index, folders: ReadonlyMap<string, PersonEntry>): string {
  const by = (one: { firstName: string; lastName: string }) => text(fullName(one));
  const rows = [
    ...index.certificates.flatMap((one) => {
      const what = `Certificate ${text(one.number)}, ${text(one.name)}`;
      const revoker = one.revokerFirstName ? `, by ${text(`${one.revokerFirstName} ${one.revokerLastName}`)}` : '';
      if (one.revokedAt)
        return [[what, `revoked${revoker}: ${text(one.revocationReason ?? '')}`, moment(one.revokedAt) ?? '']];
      if (!one.replacedBy) return [];
      const how = one.supersession === 'renewal' ? 'renewed' : 'corrected';
      return [[what, `${how}, replaced by ${text(one.replacedBy)}`, moment(one.supersededAt) ?? '']];
    }),
    ...index.correctedKeys.map((one) => [
      `Answer key: ${text(one.questionText)}`,
      `from ${text(one.oldAnswer)} to ${text(one.newAnswer)}, by ${by(one)}: ${text(one.reason)}`,
      moment(one.changedAt) ?? '',
    ]),
    ...index.keptPasses.map((one) => [
      `Pass kept after a corrected answer key, ${text(nameOf(folders, one.enrolmentId))}`,
      `by ${by(one)}: ${text(one.reason)}`,
      moment(one.keptAt) ?? '',
    ]),
  ];
  return rows.length > 0
    ? table(['What', 'Correction', 'When'], rows)
    : none('Nothing was revoked, replaced or corrected.');
}

const contacts = ({ contacts: all, scope }: Index): string =>
  `<p class="note">The academy’s program has no register of complaints. These are the messages of the contact page that name an email
address that a person in this pack had then${scope.from === null ? '' : ', received in its period'}. The page does not verify the address: somebody else may have written them.</p>
${
  all.length > 0
    ? table(
        ['Received', 'From', 'Message', 'Answers', 'State'],
        all.map((one) => [
          moment(one.receivedAt) ?? '',
          text(one.name),
          text(one.message),
          one.answers.map((answer) => `${moment(answer.sentAt)}: ${text(answer.text)}`).join('<br>') || 'none',
          one.state,
        ]),
      )
    : none('There are none.')
}`;

const audit = ({ places, chainFrom }: Index): string =>
  places.length === 0
    ? none('The audit has no entry about these records.')
    : `<p>${places.length} entries about the people, courses, batches, tests and certificates of this pack are in
${link('audit/entries.csv', 'audit/entries.csv')}, to read. Logins are not among them.</p>
${chainFrom === null ? none('None of them is recent enough for the hash chain.') : chainInWords(chainFrom, places)}`;

const chainInWords = (from: number, places: readonly number[]): string =>
  `<p>The audit is a hash chain: each link covers the one before it. audit/chain.jsonl has all links from number ${from} to number
${places.at(-1)}. The entries about this pack are complete; of the others, which are about other people, there are the time and
the digest alone. An entry without its text was emptied by the rules of data protection. check.mjs computes the whole chain
again. It shows that nothing between its first and its last link was changed, removed or added later.</p>
${(places[0] ?? from) < from ? `<p>The chain begins with the period of this pack and the requests for its courses. Entries below number ${from} are older. They are in entries.csv alone, without the chain.</p>` : ''}
<p>audit/chain.jsonl also has the network address and the device of an entry, where the academy still keeps them: the digest
covers them.</p>`;

const notRecorded = ({ missing }: Index): string => `<ul>
<li>Approvals of courses where the academy has entered none with an edition of the rule: such an edition says 'not stated'.
An approval may be older than the edition that states it.</li>
<li>Complaints as such, and decisions on them. See above.</li>
<li>Identity checks before the last one: they are in the audit alone.</li>
<li>Photographs of a class. The photographs are those of the profiles, which staff compare with the documents.</li>
<li>Copies of passports, seafarer’s books and other identity documents. They prove nothing about training, and stay with the
academy.</li>
<li>Supervision of tests by a person or a camera.</li>
${missing.length > 0 ? `<li><strong>Files that are lost:</strong> ${missing.map(text).join(', ')}</li>` : ''}
</ul>`;

const howToCheck = ({
  key,
  publicUrl,
}: Index): string => `<p>You need neither the academy nor its website for this, except to
compare its key. Unpack the ZIP, open a terminal in its folder, and choose one of the two ways.</p>
<h3>With OpenSSL 3 and sha256sum</h3>
<pre>openssl pkeyutl -verify -pubin -inkey academy-key.pem -rawin -in checksums.txt -sigfile checksums.sig
sha256sum --check --quiet checksums.txt</pre>
<p>The first command prints “Signature Verified Successfully”: the academy has signed the list of checksums (Ed25519, RFC 8032).
The second prints nothing: each file is the one that was signed.</p>
<h3>With Node.js 18 or newer</h3>
<pre>node check.mjs</pre>
<p>It does the same, finds files that do not belong to the pack, and checks the hash chain of the audit.</p>
<h3>Is it the academy’s key?</h3>
<p>The pack brings its key, so compare it with the one that the academy publishes, once: ${text(publicUrl)}/api/verify/keys lists it
by its id.</p>
${facts([
  ['Id', key.id],
  ['Key (Ed25519, base64url)', key.text],
])}
<p>The same key signs the codes on the academy’s certificates. What was watched proves that the time passed by the academy’s clock,
not that attention was paid.</p>`;
