import { fileURLToPath } from 'node:url';
import type { Question } from '@fairlead/contract/fit-to-join';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Typesetter } from '../../platform/typesetting/typesetter.ts';
import { getAcademy } from '../academy/queries.ts';
import { verdictSheetText } from './verdict-sheet.ts';

const file = fileURLToPath(new URL('./verdict-sheet.typ', import.meta.url));

type Printing = {
  question: Question;
  verdicts: Parameters<typeof verdictSheetText>[0]['verdicts'];
  /** What of the question belongs into the audit. */
  asked: Record<string, unknown>;
  actorId: string;
  ip: string;
};

/** Prints verdicts on people, with the way to close their gaps. It is audited as the export of a list of people. */
export async function printVerdicts(
  { db, config, clock }: Platform,
  typesetter: Pick<Typesetter, 'print'>,
  { question, verdicts, asked, actorId, ip }: Printing,
): Promise<Buffer> {
  const { name } = await getAcademy(db, config);
  const today = dayAt(clock(), config.timeZone);
  const pdf = await typesetter.print({
    file,
    text: verdictSheetText({ academy: name, question, verdicts, today }),
    pictures: {},
  });
  await transaction(db, (tx) =>
    appendAudit(tx, {
      actorId,
      action: 'list.export',
      subject: { kind: 'list', id: 'fit-to-join' },
      details: { id: verdicts.checklist._id, ...asked },
      ip,
    }),
  );
  return pdf;
}
