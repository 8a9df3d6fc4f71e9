import { fileURLToPath } from 'node:url';
import type { Question } from '@fairlead/contract/fit-to-join/calls';
import { dayAt } from '../../platform/calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Typesetter } from '../../platform/typesetting/typesetter.ts';
import { getAcademy } from '../academy/index.ts';
import { verdictSheetText } from './verdict-sheet.ts';

const file = fileURLToPath(new URL('./verdict-sheet.typ', import.meta.url));

type Printing = { question: Question; verdicts: Parameters<typeof verdictSheetText>[0]['verdicts'] };

/** Prints verdicts on people, with the way to close their gaps. */
export async function printVerdicts(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  typesetter: Pick<Typesetter, 'print'>,
  of: Printing,
): Promise<Buffer> {
  const { name: academy } = await getAcademy(db, config);
  const today = dayAt(clock(), config.timeZone);
  return typesetter.print({ file, text: verdictSheetText({ academy, today, ...of }), pictures: {} });
}
