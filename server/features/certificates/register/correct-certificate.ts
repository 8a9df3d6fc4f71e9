import { isLatinName, writeLatinName } from '@fairlead/contract/values/latin-names';
import { appendAudit } from '../../../platform/audit/append.ts';
import { dayAt } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy, sendEmail } from '../../academy/index.ts';
import { requirePastBirthDate } from '../../seafarers/index.ts';
import { logCertificate } from '../certificate-log.ts';
import { makeCertificateNumber } from '../certificate-number.ts';
import { correctedEmail } from '../email-templates.ts';
import { drawCertificateJob, linksTo } from '../issue-certificate.ts';
import { requireStated } from '../policy.ts';
import { moves } from '../rules.ts';
import { lockCertificate } from './queries.ts';

/** The facts about the holder on a certificate that a correction may change. */
type HolderFacts = Record<
  'name' | 'ownScriptName' | 'birthDate' | 'passportNumber' | 'cdcNumber' | 'indosNumber' | 'gradeNumber',
  string
>;
/** The corrected facts; those that are missing stay as they are. */
export type CorrectedFacts = { [Fact in keyof HolderFacts]?: string | undefined };
type Correction = { id: string; facts: CorrectedFacts; reason: string; actorId: string; ip: string };

/**
 * Issues a corrected certificate: with a new number, dated today, valid as long as the first. The old one stays in the
 * certificate register and refers to the new one. The profile does not change, and its photograph is used on the new
 * one unless it changed since staff checked it.
 *
 * @returns the new number.
 * @throws AppError `not-yet` while the academy has not stated what every certificate states, `conflict` for one that is
 *   not valid, `invalid` when nothing is corrected, by a date of birth that is not past, or while the name is not in
 *   Latin letters, `not-found`.
 */
export async function correctCertificate(
  { db, config, clock }: Platform,
  { id, facts, reason, actorId, ip }: Correction,
): Promise<string> {
  return transaction(db, async (tx) => {
    const { id: _, number: old, status, logId: __, pdfFileId: ___, ...stated } = await lockCertificate(tx, id);
    if (!moves.correct.from.some((from) => from === status)) {
      throw new AppError('conflict', 'Only a valid certificate can be corrected.');
    }
    const corrected = changes(stated, facts);
    const changed = Object.keys(corrected);
    if (changed.length === 0) throw new AppError('invalid', 'You have not changed anything.');
    const issuedOn = dayAt(clock(), config.timeZone);
    requirePastBirthDate(corrected.birthDate, issuedOn, 'dateOfBirth');
    if (!isLatinName(corrected.name ?? stated.name))
      throw new AppError('invalid', writeLatinName, { fields: { name: writeLatinName } });
    const academy = await getAcademy(tx, config);
    requireStated(academy);
    const number = makeCertificateNumber(academy.certificatePrefix, Number(issuedOn.slice(0, 4)));
    const portraitId = (await checkedPortrait(tx, stated.accountId)) ?? stated.portraitId;
    const replaced = { status: moves.correct.to, supersession: 'correction', supersededAt: clock() } as const;
    // Supersede the old one first: only one may be valid.
    await tx.updateTable('certificate').set(replaced).where('id', '=', id).execute();
    const fresh = await tx
      .insertInto('certificate')
      .values({
        ...stated,
        ...corrected,
        portraitId,
        subjects: JSON.stringify(stated.subjects),
        number,
        status: 'issued',
        issuedOn,
        createdAt: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('certificate').set({ supersededBy: fresh.id }).where('id', '=', id).execute();
    await logCertificate(tx, { kind: 'supersede', certificateId: id, at: replaced.supersededAt });
    await logCertificate(tx, { kind: 'correct', certificateId: fresh.id, at: replaced.supersededAt });
    await enqueue(tx, drawCertificateJob, { certificateId: fresh.id }, { key: `${drawCertificateJob}:${fresh.id}` });
    for (const subject of [id, fresh.id]) {
      await appendAudit(tx, {
        actorId,
        action: 'certificate.correct',
        subject: { kind: 'certificate', id: subject },
        details: { note: reason, changed, old, number },
        ip,
      });
    }
    const { own } = linksTo(config, { number, courseId: stated.courseId });
    const values = {
      name: corrected.name ?? stated.name,
      course: stated.courseTitle,
      number,
      formerNumber: old,
      reason,
    };
    await sendEmail(tx, config, correctedEmail, { to: stated.email, values, url: own });
    return number;
  });
}

/** The photograph of a person's profile; undefined while a change of the profile is waiting for a check. */
async function checkedPortrait(tx: Tx, accountId: string): Promise<string | undefined> {
  const profile = await tx
    .selectFrom('seafarerProfile')
    .select('profilePictureId')
    .where('accountId', '=', accountId)
    .where('identityChangedAt', 'is', null)
    .executeTakeFirst();
  return profile?.profilePictureId;
}

/** The facts that are different now; their former values stay in the old certificate. */
const changes = (stated: HolderFacts, facts: CorrectedFacts): Partial<HolderFacts> =>
  Object.fromEntries(
    Object.entries(facts).filter(([name, fact]) => fact !== undefined && fact !== stated[name as keyof HolderFacts]),
  );
