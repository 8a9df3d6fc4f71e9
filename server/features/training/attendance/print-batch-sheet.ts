import { fileURLToPath } from 'node:url';
import { appendAudit } from '../../../platform/audit/append.ts';
import { dayAt } from '../../../platform/calendar.ts';
import { transaction } from '../../../platform/db/database.ts';
import { readStored } from '../../../platform/files/read-stored.ts';
import type { Platform } from '../../../platform/platform.ts';
import { portrait } from '../../../platform/typesetting/pictures.ts';
import type { Typesetter } from '../../../platform/typesetting/typesetter.ts';
import { getAcademy, getMostAbsentPercent } from '../../academy/index.ts';
import { getBatch } from '../../batches/index.ts';
import { listProfilesOf } from '../../seafarers/index.ts';
import { batchSheetText } from './batch-sheet.ts';
import { listAttendees, listMarks } from './queries.ts';
import { toSheet } from './wire.ts';

const file = fileURLToPath(new URL('./batch-sheet.typ', import.meta.url));

/** Size of a photograph on the sheet, 16 × 20.5 mm, in pixels at 200 dpi. */
const photoSize = { width: 126, height: 162 };

/**
 * Prints the sheet of a batch as authorities ask for it: each person whose attendance is kept, those who have left
 * marked as such, with photograph, particulars, attendance by half day and a field for the signature. A photograph that
 * is missing or damaged is left out. It is audited as the export of a list of people.
 *
 * @throws AppError `not-found`.
 */
export async function printBatchSheet(
  { db, files, config, clock }: Platform,
  typesetter: Pick<Typesetter, 'print'>,
  { batchId, actorId, ip }: { batchId: string; actorId: string; ip: string },
): Promise<Buffer> {
  const batch = await getBatch(db, batchId);
  const attendees = await listAttendees(db, batchId);
  const profiles = await listProfilesOf(db, [...new Set(attendees.map(({ accountId }) => accountId))]);
  const today = dayAt(clock(), config.timeZone);
  const marks = await listMarks(db, batchId);
  const sheet = toSheet({ batch, attendees, marks, today, mostAbsentPercent: await getMostAbsentPercent(db) });
  const profileOf = new Map(profiles.map((profile) => [profile.id, profile]));
  const pictures: Record<string, Uint8Array> = {};
  const people = sheet.people.map((person, n) => {
    const attendee = attendees[n];
    return { ...person, profile: attendee && profileOf.get(attendee.accountId) };
  });
  // one at a time, so that the large photographs of a batch are never in memory together
  for (const { _id, profile } of people) {
    const stored = await readStored({ files }, 'profile_pictures', profile?.profilePicture ?? null);
    const small = stored && (await portrait(stored, photoSize).catch(() => null));
    if (small) pictures[`${_id}.jpg`] = small;
  }
  const academy = await getAcademy(db, config);
  const text = batchSheetText({ academy, sheet, people, pictures: Object.keys(pictures) });
  const pdf = await typesetter.print({ file, text, pictures });
  await transaction(db, (tx) =>
    appendAudit(tx, {
      actorId,
      action: 'list.export',
      subject: { kind: 'list', id: 'batch-sheet' },
      details: { id: batchId },
      ip,
    }),
  );
  return pdf;
}
