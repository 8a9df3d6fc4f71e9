import type { NewMark } from '@fairlead/contract/training/attendance';
import { changeKept, type KeptKey, readKept, type Where } from '../../../lib/device/kept-store.ts';
import { personNow } from '../../../lib/session/session.ts';

type HalfDay = Pick<NewMark, 'enrolmentId' | 'day' | 'half'>;
/** A mark with the moment at which it was made, in milliseconds of the device's clock. */
export type KeptMark = HalfDay & Pick<NewMark, 'mark'> & { at: number };
/** Marks that the server has not acknowledged, by person and half day: a later one replaces an earlier one. */
export type KeptMarks = Readonly<Record<string, KeptMark>>;

export const halfDayKey = ({ enrolmentId, day, half }: HalfDay): string => `${enrolmentId} ${day} ${half}`;

/**
 * Marks are kept under the ids of the colleague and the batch, and survive a reload, a dead link and the end of the
 * session (lib/device/kept-store.ts). They have no names in them.
 */
const keyOf = (batchId: string): KeptKey => ['attendance', personNow(), batchId];

export const readMarks = async (batchId: string): Promise<KeptMarks> => merged(await readKept(keyOf(batchId)));

/** Adds to the kept marks, which may include some of another tab; returns where they are now. */
export const keepMarks = (batchId: string, marks: readonly KeptMark[]): Promise<Where> =>
  changeKept(keyOf(batchId), (stored) => ({
    ...merged(stored),
    ...Object.fromEntries(marks.map((mark) => [halfDayKey(mark), mark])),
  }));

/** Deletes marks that the server has taken or refused; one that was changed meanwhile stays. */
export const dropMarks = (batchId: string, sent: KeptMarks): Promise<Where> =>
  changeKept(keyOf(batchId), (stored) => {
    const left = Object.entries(merged(stored)).filter(([key, { at }]) => sent[key]?.at !== at);
    return left.length > 0 ? Object.fromEntries(left) : undefined;
  });

/** What is stored, checked: anything else under the same name counts as nothing. */
const merged = (stored: readonly unknown[]): KeptMarks =>
  Object.fromEntries(
    stored.flatMap((one) =>
      Object.entries(one as object).filter((pair): pair is [string, KeptMark] => isMark(pair[1])),
    ),
  );

const isMark = (value: unknown): value is KeptMark =>
  typeof value === 'object' && value !== null && 'mark' in value && 'at' in value && typeof value.at === 'number';
