import { expect, test } from 'vitest';
import { checkDetails } from './check-details.ts';

const publicUrl = 'https://academy.internal';
const findingsOf = (signatoryName: string, signatoryTitle = 'Director of Training') =>
  checkDetails({ mail: { from: undefined, vapid: undefined } as never, publicUrl }, {
    stated: {
      name: 'Harbour Academy',
      city: 'Manila',
      email: 'office@academy.internal',
      signatoryName,
      signatoryTitle,
      missing: [],
    },
    administrators: [],
  } as never);

test.each(['Capt. K. Todo', 'Capt. John Sample', 'Ana Sample-Todo'])('%s is a person', (name) => {
  expect(findingsOf(name)).toEqual([expect.objectContaining({ state: 'fine' })]);
});

test.each(['Your Name', 'Capt. John Doe', 'Example Signatory', 'Placeholder', 'XXX'])('%s is an example', (name) => {
  expect(findingsOf(name)).toEqual([expect.objectContaining({ state: 'wrong' })]);
});

test('the title of a signatory is no name', () => {
  expect(findingsOf('Capt. K. Todo', 'Your title')).toEqual([expect.objectContaining({ state: 'wrong' })]);
});
