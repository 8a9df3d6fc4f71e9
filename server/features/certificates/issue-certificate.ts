import { isLatinName } from '@fairlead/contract/values/latin-names';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { enqueue, enqueueAll } from '../../platform/jobs/enqueue.ts';
import { takeUpAgain } from '../../platform/jobs/queries.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Academy, getAcademy, sendEmail } from '../academy/index.ts';
import {
  approvalOnCertificate,
  findRule,
  getRuleInForce,
  heldToInWords,
  lastDayBy,
  type RuleRow,
  refresherDueBy,
} from '../courses/index.ts';
import { lockPerson, releaseHeldCertificatesJob } from '../seafarers/index.ts';
import { logCertificate } from './certificate-log.ts';
import { isProvisional, makeCertificateNumber, provisionalPrefix } from './certificate-number.ts';
import { awaitsAcademyEmail, awaitsNameEmail, heldEmail, issuedEmail } from './email-templates.ts';
import { notStated, profileNeeded } from './policy.ts';
import { findFacts } from './queries.ts';
import { moves, waitsFor } from './rules.ts';
import { verifyUrl } from './wire.ts';

/**
 * Run by jobs.ts. Payload: `{ certificateId }`. Not `draw-certificate`: an instance of version 0.1 would take that job
 * during an update, and draw a sheet without what it does not know.
 */
export const drawCertificateJob = 'draw-sheet';

type Dependencies = Pick<Platform, 'config' | 'clock'>;
type Earned = {
  enrolment: { id: string; accountId: string; courseId: string };
  attemptId: string;
  percentage: number;
};
type Facts = NonNullable<Awaited<ReturnType<typeof findFacts>>>;
type Standard = { heldTo: string } & ReturnType<typeof approvalOnCertificate>;

/**
 * Issues the certificate that a passed attempt earns, in the transaction of that attempt, so that both are committed or
 * neither. It states the current data of profile and course and supersedes an earlier one for the course. While it has
 * to wait for something, it is on hold until releaseHeldCertificates.
 *
 * @throws AppError `not-yet` without a profile.
 */
export async function issueCertificate(tx: Tx, dependencies: Dependencies, earned: Earned): Promise<void> {
  const { enrolment, attemptId, percentage } = earned;
  // With this lock, a concurrent identity check is either seen here or releases this certificate.
  await lockPerson(tx, enrolment.accountId);
  const facts = await findFacts(tx, enrolment.id);
  if (!facts) throw profileNeeded();
  const now = dependencies.clock();
  const issuedOn = dayAt(now, dependencies.config.timeZone);
  const rule = await getRuleInForce(tx, enrolment.courseId, issuedOn);
  const standard = await standardOf(tx, dependencies, { enrolment, rule, issuedOn });
  const dated = stated(facts, { rule, standard }, issuedOn);
  const academy = await getAcademy(tx, dependencies.config);
  const number = numberBy(academy, issuedOn);
  const holds = waitsFor(facts, academy.missing);
  const status = holds.length > 0 ? 'held' : 'issued';
  const { accountId, courseId } = enrolment;
  const owner = { enrolmentId: enrolment.id, attemptId, accountId, courseId };
  const { id } = await tx
    .insertInto('certificate')
    // On hold until earlier ones are superseded: only one may be valid.
    .values({ ...dated, ...owner, number, percentage, status: 'held', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subject = { kind: 'certificate', id };
  await appendAudit(tx, { actorId: null, action: 'certificate.issue', subject, details: { number, status } });
  if (status === 'held') {
    const values = { name: facts.name, course: facts.courseTitle };
    const { config } = dependencies;
    const url = `${config.publicUrl}/updateUserProfile`;
    if (holds.includes('name')) await sendEmail(tx, config, awaitsNameEmail, { to: facts.email, values, url });
    else {
      const email = holds.includes('identity') ? heldEmail : awaitsAcademyEmail;
      await sendEmail(tx, config, email, { to: facts.email, values });
    }
  } else await bringIntoForce(tx, dependencies, { id, number, accountId, courseId, ...facts });
}

/** A number for a certificate; a provisional one while the academy has not stated its prefix. */
const numberBy = ({ certificatePrefix }: Academy, issuedOn: CalendarDate): string =>
  makeCertificateNumber(certificatePrefix || provisionalPrefix, Number(issuedOn.slice(0, 4)));

/**
 * Issues the certificates that wait for nothing but this: the academy has stated what they say about it. Idempotent.
 * Those whose holder's identity is to be checked, or whose name is not in Latin letters, stay on hold.
 */
export async function releaseStatedCertificates(platform: Platform): Promise<void> {
  if ((await getAcademy(platform.db, platform.config)).missing.length > 0) return;
  const holders = await platform.db
    .selectFrom('certificate')
    .innerJoin('seafarerProfile as profile', 'profile.accountId', 'certificate.accountId')
    .select(['certificate.accountId', 'profile.name'])
    .distinct()
    .where('certificate.status', 'in', moves.release.from)
    .where('profile.identityChangedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from job where job.kind = ${releaseHeldCertificatesJob} and job.done_at is null
        and job.payload->>'accountId' = certificate.account_id::text)`,
    )
    .execute();
  // one holder's failure concerns nobody else
  await transaction(platform.db, async (tx) => {
    const named = holders.filter(({ name }) => isLatinName(name)).map(({ accountId }) => ({ accountId }));
    await enqueueAll(tx, releaseHeldCertificatesJob, named);
    await takeUpAgain(tx, platform.clock(), { kind: drawCertificateJob, becauseOf: notStated });
  });
}

/**
 * Issues the certificates on hold for a person after staff have checked the identity, with the data as checked and
 * today's date. Does nothing if the data changed again since, if the academy has not stated what they say about it, or
 * if none is on hold.
 */
export async function releaseHeldCertificates({ db, config, clock }: Platform, accountId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPerson(tx, accountId);
    const academy = await getAcademy(tx, config);
    const held = await tx
      .selectFrom('certificate')
      .select(['id', 'number', 'enrolmentId', 'accountId', 'courseId', 'ruleId'])
      .select(['heldTo', 'approvedBy', 'approvalNumber'])
      .where('accountId', '=', accountId)
      .where('status', 'in', moves.release.from)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const certificate of held) {
      const facts = await findFacts(tx, certificate.enrolmentId);
      if (!facts || waitsFor(facts, academy.missing).length > 0) return;
      const issuedOn = dayAt(clock(), config.timeZone);
      const { ruleId, heldTo, approvedBy, approvalNumber, courseId } = certificate;
      const number = isProvisional(certificate.number) ? numberBy(academy, issuedOn) : certificate.number;
      // the edition by which it was earned: one that began since did not apply to the training
      const rule = (ruleId && (await findRule(tx, ruleId))) || (await getRuleInForce(tx, courseId, issuedOn));
      await tx
        .updateTable('certificate')
        .set({ ...stated(facts, { rule, standard: { heldTo, approvedBy, approvalNumber } }, issuedOn), number })
        .where('id', '=', certificate.id)
        .execute();
      const subject = { kind: 'certificate', id: certificate.id };
      await appendAudit(tx, { actorId: null, action: 'certificate.release', subject, details: { number } });
      await bringIntoForce(tx, { config, clock }, { ...certificate, ...facts, number });
    }
  });
}

/**
 * The facts on a certificate, as of the day of issue; later edits of profile or course do not change them, nor later
 * editions of the rule.
 */
function stated(facts: Facts, { rule, standard }: { rule: RuleRow; standard: Standard }, issuedOn: CalendarDate) {
  const { identityChangedAt: _, subjects, ...rest } = facts;
  const byRule = {
    ruleId: rule.id,
    ...standard,
    boundTo: rule.boundTo,
    expiresOn: lastDayBy(rule, issuedOn),
    refresherDue: refresherDueBy(rule, issuedOn),
  };
  return { ...rest, subjects: JSON.stringify(subjects), issuedOn, ...byRule };
}

/**
 * To what the training was held, and by whom it was approved: by the edition that applied on the day on which it was
 * completed, which may be before the day of issue.
 */
async function standardOf(
  tx: Tx,
  { config }: Dependencies,
  { enrolment, rule, issuedOn }: { enrolment: Earned['enrolment']; rule: RuleRow; issuedOn: CalendarDate },
): Promise<Standard> {
  const training = await tx
    .selectFrom('trainingCompletion')
    .select('completedAt')
    .where('enrolmentId', '=', enrolment.id)
    .executeTakeFirst();
  const day = training ? dayAt(training.completedAt, config.timeZone) : issuedOn;
  const applied = day === issuedOn ? rule : await getRuleInForce(tx, enrolment.courseId, day);
  return { heldTo: heldToInWords(applied), ...approvalOnCertificate(applied, day) };
}

type Issued = { id: string; number: string; accountId: string; courseId: string } & Facts;

/**
 * Puts an issued certificate into effect: supersedes earlier ones, queues the rendering of the PDF and notifies the
 * holder.
 */
async function bringIntoForce(tx: Tx, { config, clock }: Dependencies, certificate: Issued): Promise<void> {
  const { id, number, accountId, courseId } = certificate;
  const at = clock();
  const replaced = await tx
    .updateTable('certificate')
    .set({ status: moves.supersede.to, supersession: 'renewal', supersededAt: at, supersededBy: id })
    .where('accountId', '=', accountId)
    .where('courseId', '=', courseId)
    // a correction of an earlier one may have been made after this one, which waited
    .where((e) => e.or([e('id', '<', id), e('status', '=', 'issued')]))
    .where('status', 'in', moves.supersede.from)
    .returning(['id', 'number'])
    .execute();
  await tx.updateTable('certificate').set({ status: moves.release.to }).where('id', '=', id).execute();
  for (const { id: certificateId, number: old } of replaced)
    if (!isProvisional(old)) await logCertificate(tx, { kind: 'supersede', certificateId, at });
  await logCertificate(tx, { kind: 'issue', certificateId: id, at });
  await enqueue(tx, drawCertificateJob, { certificateId: id }, { key: `${drawCertificateJob}:${id}` });
  const { own, verify } = linksTo(config, { number, courseId });
  await sendEmail(tx, config, issuedEmail, {
    to: certificate.email,
    values: { name: certificate.name, course: certificate.courseTitle, verifyLink: verify },
    url: own,
  });
}

/** The holder's page with the certificate, and the public page that verifies it. */
export const linksTo = (config: Dependencies['config'], { number, courseId }: Pick<Issued, 'number' | 'courseId'>) => ({
  own: `${config.publicUrl}/certificate-report?course=${courseId}`,
  verify: verifyUrl(config, number),
});
