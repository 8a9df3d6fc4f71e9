import { expect, test } from 'vitest';
import { checkDomains } from './check-packages.ts';

const stateOf = (publicUrl: string, url: string) => checkDomains(publicUrl, url).map(({ state }) => state);

test.each([
  ['https://academy.example', 'https://content.academy.example', 'look'],
  ['https://learn.academy.example', 'https://content.academy.example', 'look'],
  ['https://academy.example', 'https://academy.example:8443', 'look'],
  ['https://learn.academy.co.in', 'https://content.academy.co.in', 'look'],
  ['https://content.academy.example', 'https://academy.example', 'look'],
  ['https://academy.example', 'https://academy-packages.example', 'fine'],
  ['https://academy.co.in', 'https://packages.co.in', 'fine'],
  ['https://academy.example', 'https://academy.test', 'fine'],
  ['https://192.0.2.1', 'https://192.0.2.2', 'fine'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3001', 'fine'],
] as const)('an academy at %s with packages at %s: %s', (academy, packages, state) => {
  expect(stateOf(academy, packages)).toEqual([state]);
});
