import { describe, expect, it } from 'vitest';
import { nextClassOf } from './next-class-day.ts';

type Dated = Parameters<typeof nextClassOf>[0][number];

const batch = {
  _id: '1',
  code: 'PST 42',
  firstDay: '2026-12-03',
  lastDay: '2026-12-08',
  restDays: ['2026-12-05', '2026-12-06'],
  startsAt: '09:00',
  endsAt: '17:00',
  venue: 'Pool hall',
  isCancelled: false,
  waiting: null as number | null,
};
const course = { title: 'Rafts' } as Dated['course'];
const dated = (part: Partial<typeof batch> = {}, state: Dated['standing']['state'] = 'training') =>
  ({ course, standing: { state, batch: { ...batch, ...part } } }) as Dated;

describe('the next day with class', () => {
  it.each([
    ['before the batch', '2026-11-29', '2026-12-03'],
    ['on a day with class', '2026-12-04', '2026-12-04'],
    ['on a day without', '2026-12-05', '2026-12-07'],
    ['on the last day', '2026-12-08', '2026-12-08'],
    ['after it', '2026-12-09', undefined],
  ])('%s', (_when, today, day) => {
    expect(nextClassOf([dated()], today)?.day).toBe(day);
  });

  it('is the earliest of all batches', () => {
    const other = { firstDay: '2026-12-03', lastDay: '2026-12-03', restDays: [], startsAt: '08:00', code: 'FF 7' };
    expect(nextClassOf([dated(), dated(other)], '2026-11-29')?.batch.code).toBe('FF 7');
  });

  it('is none of a cancelled batch, of a waiting list, or before and after the training', () => {
    const none = [dated({ isCancelled: true }), dated({ waiting: 2 }), dated({}, 'requested'), dated({}, 'certified')];
    expect(nextClassOf(none, '2026-11-29')).toBeUndefined();
    expect(nextClassOf([{ course, standing: { state: 'training', batch: null } }], '2026-11-29')).toBeUndefined();
  });
});
