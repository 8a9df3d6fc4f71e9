import type { FeeSettings, FeeSettingsInput } from '@fairlead/contract/academy/fee-settings';
import type { Retention, SecondFactorRule } from '@fairlead/contract/academy/settings';
import type { FirstStep } from '@fairlead/contract/overview/first-steps';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { type Incoming, type KeptFile, keepFor } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { PictureShape } from '../../platform/files/picture-inspection.ts';
import { documentScan, preparePicture } from '../../platform/files/pictures.ts';
import { insertStoredFile, markDeleted } from '../../platform/files/stored-files.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readAlways } from '../../platform/work.ts';
import {
  getAcademy,
  getDigestHour,
  getFeeSettings,
  getFirstStepsSettings,
  getMostAbsentPercent,
  getRetention,
  getSecondFactorRule,
  type SampleCourse,
  type SavedTexts,
  settingsRow,
} from './queries.ts';
import { logoShape } from './rules.ts';

/**
 * Run by the certificates feature: issues the certificates that were held until the academy had stated what they say
 * about it. Without a payload.
 */
export const releaseStatedJob = 'release-stated-certificates';

type PictureColumn = 'logoId' | 'signatureId';
type Change = {
  texts: SavedTexts;
  /** A new picture, `null` to remove the stored one, undefined to keep it. */
  picture: Incoming | null | undefined;
  actorId: string;
  ip: string;
};

/**
 * Saves the academy's details, which pages, emails and certificates show from then on.
 *
 * @throws AppError `bad-file` for a logo that is not a picture.
 */
export const saveBrand = (platform: Platform, change: Change) =>
  saveTexts(platform, change, { column: 'logoId', folder: 'academy', shape: logoShape, action: 'settings.brand' });

/**
 * Saves the texts and signature of certificates that are issued from now on; certificates already issued do not change.
 *
 * @throws AppError `bad-file` for a signature that is not a picture.
 */
export const saveCertificateSettings = (platform: Platform, change: Change) =>
  saveTexts(platform, change, {
    column: 'signatureId',
    folder: 'signatures',
    shape: documentScan,
    action: 'settings.certificates',
  });

type PictureSlot = { column: PictureColumn; folder: Folder; shape: PictureShape; action: string };

async function saveTexts(platform: Platform, { texts, picture, actorId, ip }: Change, place: PictureSlot) {
  const { db, files, config, clock } = platform;
  const write = (kept: KeptFile | undefined) =>
    transaction(db, async (tx) => {
      await lockSettings(tx);
      const before = await getAcademy(tx, config);
      const pictureId = kept && (await insertStoredFile(tx, kept, { ownerId: null })).id;
      if (pictureId || picture === null) await replacePicture(tx, place.column, pictureId ?? null, clock());
      await tx.updateTable('academySettings').set(texts).execute();
      const details = {
        ...changes(before, texts),
        ...(picture !== undefined && { [place.column]: pictureId ?? null }),
      };
      await appendAudit(tx, { actorId, action: place.action, subject: ofAcademy, details, ip });
      if (before.missing.length > 0) await enqueue(tx, releaseStatedJob, {});
      await platform.changes.record(tx, 'public-pages');
    });
  if (picture) {
    const prepared = await preparePicture(picture, place.shape);
    await keepFor(files, [{ file: prepared, folder: place.folder }], ([kept]) => write(kept));
  } else await write(undefined);
}

/** Saves how long records of each kind are kept. */
export async function saveRetention(
  { db }: Platform,
  { retention, actorId, ip }: { retention: Retention; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const details = changes(await getRetention(tx), retention);
    await tx
      .updateTable('academySettings')
      .set({ retention: JSON.stringify(retention) })
      .execute();
    await appendAudit(tx, { actorId, action: 'settings.retention', subject: ofAcademy, details, ip });
  });
}

/** Saves the hour from which the daily digest is sent; staff who received today's digest do not get another. */
export async function saveDigestHour(
  { db }: Platform,
  { hour, actorId, ip }: { hour: number; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const details = changes({ hour: await getDigestHour(tx) }, { hour });
    await tx.updateTable('academySettings').set({ digestHour: hour }).execute();
    await appendAudit(tx, { actorId, action: 'settings.digest', subject: ofAcademy, details, ip });
  });
}

/**
 * Saves for which share of the half days of a batch somebody may be absent. It applies to what is marked from now on:
 * nobody is dropped by the change itself.
 */
export async function saveAttendanceRule(
  { db }: Platform,
  { mostAbsentPercent, actorId, ip }: { mostAbsentPercent: number; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const details = changes({ mostAbsentPercent: await getMostAbsentPercent(tx) }, { mostAbsentPercent });
    await tx.updateTable('academySettings').set({ mostAbsentPercent }).execute();
    await appendAudit(tx, { actorId, action: 'settings.attendance', subject: ofAcademy, details, ip });
  });
}

/**
 * Saves what the academy says about fees. It applies to enrollments that are requested from now on: fees that were
 * charged keep their amounts.
 */
export async function saveFeeSettings(
  { db }: Platform,
  { fees: input, actorId, ip }: { fees: FeeSettingsInput; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const before = await getFeeSettings(tx);
    const fees = { ...input, remindsOverdue: input.remindsOverdue ?? before.remindsOverdue };
    const details = changes(flat(before), flat(fees));
    await tx
      .updateTable('academySettings')
      .set({ fees: JSON.stringify(fees) })
      .execute();
    await appendAudit(tx, { actorId, action: 'settings.fees', subject: ofAcademy, details, ip });
  });
}

const flat = ({ bank, ...fees }: FeeSettings) => ({ ...fees, ...bank });

/**
 * Requires a second factor of staff, or postpones the requirement. When it is required again, staff without one get the
 * same number of days to set it up as a new colleague.
 */
export async function saveSecondFactorRule(
  { db, clock }: Platform,
  { rule, actorId, ip }: { rule: SecondFactorRule; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const before = await getSecondFactorRule(tx);
    const isTakenUp = rule.required && !before.required;
    await tx
      .updateTable('academySettings')
      .set({
        secondFactorPutOff: !rule.required,
        secondFactorPutOffUntil: rule.until,
        ...(isTakenUp && { secondFactorRequiredSince: clock() }),
      })
      .execute();
    const details = changes(before, rule);
    await appendAudit(tx, { actorId, action: 'settings.second-factor', subject: ofAcademy, details, ip });
  });
}

/** Leaves a first step of the academy for later, or takes it up again. */
export async function leaveFirstStep(
  { db }: Pick<Platform, 'db'>,
  { step, later, actorId, ip }: { step: FirstStep; later: boolean; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const { left } = await getFirstStepsSettings(tx);
    if (left.includes(step) === later) return;
    const others = left.filter((one) => one !== step);
    await tx
      .updateTable('academySettings')
      .set({ stepsLeft: later ? [...others, step] : others })
      .execute();
    const details = { step, later };
    await appendAudit(tx, { actorId, action: 'settings.first-step', subject: ofAcademy, details, ip });
  });
}

/** Adds the sample course for the academy's administrators, or removes it. Once it is so, nothing changes. */
export async function setSampleCourse(
  { db }: Pick<Platform, 'db'>,
  { to, actorId, ip }: { to: SampleCourse; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const { sampleCourse } = await getFirstStepsSettings(tx);
    if (sampleCourse === to || (to === 'removed' && sampleCourse === null)) return;
    await tx.updateTable('academySettings').set({ sampleCourse: to }).execute();
    await appendAudit(tx, { actorId, action: `sample-course.${to}`, subject: ofAcademy, ip });
  });
}

/** Notes that the mail server has taken a test email. */
export async function noteMailTested({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    await tx.updateTable('academySettings').set({ mailTestedAt: clock() }).execute();
  });
}

export const ofAcademy = { kind: 'academy', id: 'settings' };

/**
 * Locks the single settings row, which the first change inserts: changes run one after another, so that each audits the
 * values it replaced.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  readAlways(settingsRow);
  await tx
    .insertInto('academySettings')
    .values({ onlyOne: true })
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ onlyOne: true }))
    .execute();
}

async function replacePicture(tx: Tx, column: PictureColumn, id: string | null, now: Date): Promise<void> {
  const before = await tx.selectFrom('academySettings').select(column).executeTakeFirstOrThrow();
  await tx
    .updateTable('academySettings')
    .set({ [column]: id })
    .execute();
  if (before[column]) await markDeleted(tx, before[column], now);
}

/** The changed values, before and after. */
function changes<T extends object>(before: T, after: Partial<T>) {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => after[name] !== before[name]);
  const of = (values: Partial<T>) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { from: of(before), to: of(after) };
}
