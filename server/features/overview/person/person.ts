import type { StaffPerson } from '@fairlead/contract/overview/calls';
import { type CalendarDate, dayAt } from '../../../platform/calendar.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy } from '../../academy/index.ts';
import { mayRemoveNote, stateOf, toInvitation, toMobile } from '../../accounts/index.ts';
import { listRegister, toRegisteredCertificate } from '../../certificates/index.ts';
import { listProgress, toProgress, toState } from '../../enrolments/index.ts';
import { listChargeable, presentSummaries } from '../../fees/index.ts';
import { findErasureDay } from '../../personal-data/index.ts';
import { findParticulars, findProfile, findWarnings, toEntered, toProfile } from '../../seafarers/index.ts';
import {
  findIdentityCheck,
  findPersonAccount,
  listPersonAttempts,
  listPersonEnrolments,
  listPersonEvents,
  listPersonNotes,
  listWatched,
  shown,
} from './queries.ts';

/**
 * All that staff may know of a person, on one page.
 *
 * @throws AppError `not-found`.
 */
export async function getPerson(platform: Platform, { id, actor }: { id: string; actor: Actor }): Promise<StaffPerson> {
  const { db, files } = platform;
  const account = await findPersonAccount(db, id);
  if (!account) throw notFound('There is no such user.');
  const profile = await findProfile(db, id);
  const entered = await findParticulars(db, id);
  const check = await findIdentityCheck(db, id);
  const warningsOf = await findWarnings(platform, profile ? [profile] : [], actor);
  return {
    account: toPersonAccount(account, (await findErasureDay(db, id)) ?? null),
    profile: profile ? toProfile(files, profile) : null,
    warnings: profile ? warningsOf(profile, null) : [],
    entered: entered ? toEntered(entered) : null,
    identityCheck: check?.at ? { at: check.at.toISOString(), by: check.by } : null,
    enrolments: await presentEnrolments(platform, id, actor),
    attempts: actor.may('results:read') ? (await listPersonAttempts(db, id)).map(toPersonAttempt) : null,
    certificates: await presentCertificates(platform, id),
    notes: (await listPersonNotes(db, id)).map((row) => toPersonNote(row, actor)),
    history: (await listPersonEvents(db, id)).map((row) => toPersonEvent(row, id)),
  };
}

const instant = (at: Date | null) => at?.toISOString() ?? null;

type AccountRow = NonNullable<Awaited<ReturnType<typeof findPersonAccount>>>;

const toPersonAccount = (row: AccountRow, erasesOn: CalendarDate | null): StaffPerson['account'] => ({
  _id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  ...toMobile(row),
  role: row.role,
  state: stateOf(row),
  invitation: toInvitation(row),
  registeredAt: row.createdAt.toISOString(),
  emailVerifiedAt: instant(row.emailVerifiedAt),
  approvedAt: instant(row.approvedAt),
  approvedBy: row.approvedBy,
  disabledAt: instant(row.disabledAt),
  erasesOn,
  refusalReason: row.refusalReason,
  secondFactorSince: row.secondFactorSince?.toISOString() ?? null,
});

/** Enrolments with their progress, films and fees, in five queries regardless of their number. */
async function presentEnrolments(
  { db, clock, config }: Platform,
  accountId: string,
  actor: Actor,
): Promise<StaffPerson['enrolments']> {
  const rows = await listPersonEnrolments(db, accountId);
  const ids = rows.map(({ id }) => id);
  const today = dayAt(clock(), config.timeZone);
  const progress = new Map((await listProgress(db, ids)).map((row) => [row.id, row]));
  const fees = await presentSummaries(db, actor.may('fees:read') ? ids : []);
  const chargeable = await listChargeable(db, actor.may('fees:record') ? ids : []);
  const watched = Map.groupBy(await listWatched(db, ids), ({ enrolmentId }) => enrolmentId);
  return rows.flatMap((row) => {
    const far = progress.get(row.id);
    // Inserted between the two queries; it appears on the next load.
    if (!far) return [];
    return {
      _id: row.id,
      courseId: row.courseId,
      courseTitle: row.courseTitle,
      status: row.status,
      state: toState(far, today),
      declined: row.status === 'rejected' ? { reason: row.reason, note: row.note } : null,
      requestedAt: row.requestedAt.toISOString(),
      decidedAt: instant(row.decidedAt),
      decidedBy: row.decidedBy,
      superseded: row.supersededAt !== null,
      batch: row.batch,
      fee: fees.get(row.id) ?? null,
      isChargeable: chargeable.includes(row.id),
      progress: toProgress(far),
      films: (watched.get(row.id) ?? []).map(({ title, serial, durationSeconds, watchedSeconds, completedAt }) => ({
        title,
        serial,
        durationSeconds,
        watchedSeconds: watchedSeconds ?? 0,
        completedAt: instant(completedAt),
      })),
    };
  });
}

type AttemptRow = Awaited<ReturnType<typeof listPersonAttempts>>[number];

const toPersonAttempt = ({ id, startedAt, submittedAt, ...row }: AttemptRow) => ({
  _id: id,
  ...row,
  startedAt: startedAt.toISOString(),
  submittedAt: instant(submittedAt),
});

/** Certificates as in the certificate register. */
async function presentCertificates({ db, files, config, clock }: Platform, userId: string) {
  const calendar = { today: dayAt(clock(), config.timeZone), timeZone: config.timeZone };
  const { rows } = await listRegister(db, { userId, limit: shown }, calendar.today);
  const linkPdf = (filename: string) => files.link('certificates', filename);
  const academy = await getAcademy(db, config);
  return rows.slice(0, shown).map((row) => toRegisteredCertificate(row, academy, { calendar, linkPdf }));
}

type NoteRow = Awaited<ReturnType<typeof listPersonNotes>>[number];

const toPersonNote = ({ id, writtenAt, writtenBy, by, text }: NoteRow, reader: Actor) => ({
  _id: id,
  at: writtenAt.toISOString(),
  by,
  own: writtenBy === reader.accountId,
  removable: mayRemoveNote({ writtenBy }, reader),
  text,
});

type EventRow = Awaited<ReturnType<typeof listPersonEvents>>[number];

/**
 * An event with those of its details that staff may read here; the rest are only for those who examine the audit log.
 */
function toPersonEvent({ id, at, action, actorId, by, courseTitle, certificateNumber, details }: EventRow, of: string) {
  const said = (name: string) => (typeof details[name] === 'string' ? details[name] : null);
  return {
    _id: id,
    at: at.toISOString(),
    action,
    by,
    own: actorId === of,
    courseTitle,
    certNo: certificateNumber,
    note: said('note'),
    from: said('from'),
    to: said('to'),
  };
}
