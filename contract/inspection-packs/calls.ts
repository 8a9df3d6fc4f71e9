import { z } from 'zod/mini';
import type { Call, Calls } from '../platform/call.ts';
import { ById, CalendarDate, data, Id, Instant, saved } from '../values/shapes.ts';

/** The most days of a pack; a longer period is made in parts. */
export const mostPackDays = 366;
/** The most people of a pack. */
export const mostPackPeople = 2000;
/** The days for which a pack is kept. */
export const packKeptDays = 7;

const daysOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** Of which a pack is: a batch, or what happened between two days, both included, in all courses or in one. */
export const PackInput = z
  .object({
    batchId: z.optional(Id),
    from: z.optional(CalendarDate),
    to: z.optional(CalendarDate),
    courseId: z.optional(Id),
  })
  .check(
    z.refine(({ batchId, from }) => batchId !== undefined || from !== undefined, {
      error: 'Choose the first day',
      path: ['from'],
    }),
    z.refine(({ batchId, to }) => batchId !== undefined || to !== undefined, {
      error: 'Choose the last day',
      path: ['to'],
    }),
    z.refine(({ from, to }) => !from || !to || from <= to, {
      error: 'The last day is before the first',
      path: ['to'],
    }),
    z.refine(({ from, to }) => !from || !to || daysOf({ from, to }) <= mostPackDays, {
      error: `Choose at most ${mostPackDays} days`,
      path: ['to'],
    }),
  );
export type PackInput = z.infer<typeof PackInput>;

/** `removed`: after some days, or since somebody in it was erased. */
const packStates = ['making', 'ready', 'failed', 'removed'] as const;

/** A pack for an inspector of the administration. */
export const InspectionPack = z.object({
  _id: Id,
  /** Null for a period. */
  batchCode: z.nullable(z.string()),
  /** Null for a batch. */
  from: z.nullable(CalendarDate),
  to: z.nullable(CalendarDate),
  /** Null for all courses. */
  courseTitle: z.nullable(z.string()),
  state: z.enum(packStates),
  /** How many people are in it, and how many of them are written. */
  people: z.number(),
  done: z.number(),
  sizeBytes: z.nullable(z.number()),
  askedAt: Instant,
  askedBy: z.nullable(z.string()),
  /** When it will be removed; null unless it is ready. */
  removedFrom: z.nullable(Instant),
});
export type InspectionPack = z.infer<typeof InspectionPack>;

/** Packs for inspectors, for those who may take people's data out of the academy. */
export const inspectionPacks = {
  /** The newest twenty, newest first. */
  list: {
    method: 'GET',
    path: '/inspection-packs',
    who: 'people:export',
    reply: data(z.array(InspectionPack)),
  },
  /**
   * Has a pack made in the background. Refused with 409 when nobody is in it, when too many are, and while the same one
   * is being made; with `confirm-password` when the password was not entered lately.
   */
  ask: {
    method: 'POST',
    path: '/inspection-packs',
    who: 'people:export',
    body: PackInput,
    status: 201,
    reply: saved(InspectionPack),
  },
} as const satisfies Calls;

/**
 * The pack itself, a ZIP; refused with `confirm-password` when the password was not entered lately. The response is a
 * file, not JSON, so it is not one of the calls above.
 */
export const packFile = {
  method: 'GET',
  path: '/inspection-packs/:id/file',
  who: 'people:export',
  params: ById,
  reply: z.unknown(),
} as const satisfies Call;
