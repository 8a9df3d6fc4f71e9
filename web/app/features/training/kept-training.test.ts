import { beforeEach, expect, test, vi } from 'vitest';
import { filmOf, trainingOf } from '../../../testing/records.ts';
import { memoryStorage } from '../../../testing/storage.ts';
import { keepPlace, keepTraining, readPlace, readTraining } from './kept-training.ts';
import { trainingSetOf } from './wire.ts';

const film = (serial: number, locked: boolean) =>
  filmOf(serial, { _id: `film-${serial}`, url: `/api/uploads/trainingVideo/${serial}?signed`, locked });
const films = [{ ...film(1, false), completed: true }, film(2, false), film(3, true)];
const set = trainingSetOf(trainingOf(films, { courseId: 'rafts' }));
const stored = () => JSON.parse(localStorage.getItem('training:asha:rafts') ?? 'null');

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()));

test('the current index and the completed list are stored, with titles and states', () => {
  keepTraining('asha', set);
  keepPlace('asha', 'rafts', 1);
  expect(stored()).toMatchObject({ index: 1, completed: ['film-1'] });
  expect(readPlace('asha', 'rafts')).toBe(1);
  expect(readTraining('asha', 'rafts')?.films.map(({ title, locked }) => [title, locked])).toEqual([
    ['Raft 1', false],
    ['Raft 2', false],
    ['Raft 3', true],
  ]);
});

test('no link is stored: it expires, and would open a film to anyone who finds it', () => {
  keepTraining('asha', set);
  expect(JSON.stringify(stored())).not.toContain('signed');
  expect(readTraining('asha', 'rafts')?.films.every(({ url }) => url === null)).toBe(true);
  expect(set.films[0]?.url).toContain('signed');
});

test('later data of the server replaces it, and the position remains', () => {
  keepTraining('asha', set);
  keepPlace('asha', 'rafts', 2);
  keepTraining('asha', { ...set, films: set.films.map((one) => ({ ...one, completed: true, locked: false })) });
  expect(stored()).toMatchObject({ index: 2, completed: ['film-1', 'film-2', 'film-3'] });
});

test('another person, or another course, has no access to it', () => {
  keepTraining('asha', set);
  keepPlace('asha', 'rafts', 2);
  keepPlace('ravi', 'rafts', 1);
  expect(readTraining('ravi', 'rafts')).toBeUndefined();
  expect([readPlace('ravi', 'rafts'), readPlace('asha', 'pumps')]).toEqual([0, 0]);
});

test.each([
  'not json',
  'null',
  '[]',
  '{"index":"1"}',
  '{"index":1,"completed":[]}',
  '{"index":1,"completed":[],"set":{}}',
])('%s under the same name counts as nothing stored', (text) => {
  localStorage.setItem('training:asha:rafts', text);
  expect(readTraining('asha', 'rafts')).toBeUndefined();
  expect(readPlace('asha', 'rafts')).toBe(0);
  keepTraining('asha', set);
  expect(readTraining('asha', 'rafts')?.films).toHaveLength(3);
});

test('a browser that has no room for it goes without: the training opens, and shows what was stored before', () => {
  keepTraining('asha', set);
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepTraining('asha', { ...set, title: 'Another' });
  keepPlace('asha', 'rafts', 2);
  expect([readTraining('asha', 'rafts')?.title, readPlace('asha', 'rafts')]).toEqual(['Survival at sea', 0]);
});
