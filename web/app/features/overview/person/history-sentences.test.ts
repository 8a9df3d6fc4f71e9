import { expect, test } from 'vitest';
import { historyByDay, sentenceOf } from './history-sentences.ts';
import type { PersonEvent } from './staff-person-wire.ts';

const event = (part: Partial<PersonEvent> & Pick<PersonEvent, 'action'>): PersonEvent => ({
  id: `${Math.random()}`,
  at: '2026-11-20T10:00:00.000Z',
  by: null,
  own: false,
  courseTitle: null,
  certificateNumber: null,
  note: null,
  from: null,
  to: null,
  ...part,
});
const said = (part: Parameters<typeof event>[0]) => sentenceOf(event(part), 'Asha Nair');

test('an event is a sentence with who did it', () => {
  expect(said({ action: 'account.approve', by: 'Rekha Rao' })).toBe('Rekha Rao approved the registration.');
  const course = { courseTitle: 'Fire Fighting', certificateNumber: 'FMA-1' };
  expect(said({ action: 'enrolment.request', by: 'Asha Nair', own: true, ...course })).toBe(
    'Asha Nair requested Fire Fighting.',
  );
  expect(said({ action: 'fee.pay', by: 'Rekha Rao', courseTitle: 'Deck $& Bridge' })).toBe(
    'Rekha Rao recorded a payment for Deck $& Bridge.',
  );
  expect(said({ action: 'certificate.issue', ...course })).toBe('Asha Nair earned certificate FMA-1 in Fire Fighting.');
  expect(said({ action: 'certificate.draw', ...course })).toBe('The program created the PDF of certificate FMA-1.');
  expect(said({ action: 'login.fail' })).toBe('A visitor entered a wrong password.');
  expect(said({ action: 'certificate.revoke', by: 'Rekha Rao' })).toBe('Rekha Rao revoked a certificate.');
});

test('an event without a sentence is described in the words of the audit', () => {
  expect(said({ action: 'film.rename', by: 'Rekha Rao' })).toBe('Film rename by Rekha Rao.');
  expect(said({ action: 'film.rename', by: 'Asha Nair', own: true })).toBe('Film rename.');
});

test('a history is in days, and events that read alike are counted, unless they say more', () => {
  const login = { action: 'session.open', own: true, by: 'Asha Nair' };
  const note = { action: 'account.disable', by: 'Rekha Rao', note: 'Asked for it.' };
  const events = [
    event({ ...login, at: '2026-11-20T10:00:00.000Z' }),
    event({ ...login, at: '2026-11-20T09:00:00.000Z' }),
    event({ ...login, at: '2026-11-19T09:00:00.000Z' }),
    event(note),
    event(note),
  ];
  const days = historyByDay(events.slice(0, 3), { name: 'Asha Nair', dayOf: (at) => at.slice(0, 10) });
  expect(days.map(({ day, entries }) => [day, entries.map(({ count }) => count)])).toEqual([
    ['2026-11-20', [2]],
    ['2026-11-19', [1]],
  ]);
  const noted = historyByDay(events.slice(3), { name: 'Asha Nair', dayOf: (at) => at.slice(0, 10) });
  expect(noted[0]?.entries.map(({ count }) => count)).toEqual([1, 1]);
});
