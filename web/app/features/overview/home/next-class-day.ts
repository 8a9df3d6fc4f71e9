import type { OwnEnrolment } from '../../enrolments/wire.ts';

type Dated = Pick<OwnEnrolment, 'course'> & { standing: Pick<OwnEnrolment['standing'], 'state' | 'batch'> };

/** A day with class, YYYY-MM-DD, of the batch in which a learner has a seat. */
export type ClassDay = { course: Dated['course']; batch: NonNullable<Dated['standing']['batch']>; day: string };

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/**
 * The first day with class from `today` (YYYY-MM-DD) on, among the batches in which the learner has a seat and was
 * accepted; undefined where none is to come. Days without class and cancelled batches do not count.
 */
export function nextClassOf(enrolments: readonly Dated[], today: string): ClassDay | undefined {
  return enrolments
    .flatMap(({ course, standing: { state, batch } }): ClassDay[] => {
      if (!batch || batch.isCancelled || batch.waiting !== null) return [];
      if (state !== 'training' && state !== 'test-open') return [];
      let day = batch.firstDay > today ? batch.firstDay : today;
      while (batch.restDays.includes(day)) day = dayAfter(day);
      return day <= batch.lastDay ? [{ course, batch, day }] : [];
    })
    .toSorted((a, b) => (a.day + a.batch.startsAt).localeCompare(b.day + b.batch.startsAt))[0];
}
