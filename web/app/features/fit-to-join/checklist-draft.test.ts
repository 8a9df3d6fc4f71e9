import { expect, it } from 'vitest';
import { badLines, caseAt, contentIn, gapsInLines, heldInLines, rowIdOf } from './checklist-draft.ts';

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

it('a row keeps its id, and a new one gets an id from its title that no other has', () => {
  const form = formOf({
    'rows.0.id': 'visa',
    'rows.0.title': 'Visa',
    'rows.0.anyOf': 'VISA-US, VISA-AU',
    'rows.1.title': 'Visa',
  });
  expect(contentIn(form).rows.map(({ id, anyOf, daysBeyond }) => [id, anyOf, daysBeyond])).toEqual([
    ['visa', ['VISA-US', 'VISA-AU'], 0],
    ['visa-2', [], 0],
  ]);
  expect(rowIdOf('  Seaman’s book (Panamá) ', new Set())).toBe('seaman-s-book-panama');
  expect(rowIdOf('证书', new Set(['row']))).toBe('row-2');
});

it('documents and gaps of a test case are lines, which read as they were written', () => {
  const held = [
    { code: 'PST', firstDay: '2024-01-10', lastDay: '2029-01-09' },
    { code: 'YF', firstDay: '2020-01-01', lastDay: null },
  ];
  const gaps = [
    { row: 'medical', state: 'runs-out' as const },
    { row: 'us-visa', state: 'missing' as const },
  ];
  const form = formOf({
    'cases.0.name': 'AB',
    'cases.0.held': heldInLines(held),
    'cases.0.gaps': `${gapsInLines(gaps)}\n\n`,
  });
  expect(caseAt(form, 0)).toMatchObject({ held, gaps });
  expect(badLines(form)).toEqual({});
});

it('a line that is not understood is named, and an untouched test case is none', () => {
  const form = formOf({ 'cases.0.name': '', 'cases.0.held': 'PST soon', 'cases.0.gaps': 'medical: lost' });
  expect(badLines(form)).toEqual({
    'cases.0.held': '‘PST soon’: write a code, the first day and the last, or never',
    'cases.0.gaps': '‘medical: lost’: write the id of a row, then missing or runs out',
  });
  expect(contentIn(form).cases).toEqual([]);
});
