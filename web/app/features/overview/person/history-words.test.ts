import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { whatHappened } from './history-words.ts';

test('events are described in plain words, and one without a description is not hidden', () => {
  expect(whatHappened({ action: 'account.correct-name' })).toBe('Name corrected');
  expect(whatHappened({ action: 'film.rename' })).toBe('Film rename');
});

test('every action that the server audits has a description', () => {
  const features = resolve(import.meta.dirname, '../../../../../server/features');
  const sources = globSync('**/*.ts', { cwd: features }).filter((file) => !file.endsWith('.test.ts'));
  const written = sources.flatMap((file) => [
    ...readFileSync(resolve(features, file), 'utf8').matchAll(/\b(?:action: |record\(tx, )'([a-z]+)\.([a-z-]+)'/g),
  ]);
  expect(written.length).toBeGreaterThan(40);
  const plain = written
    .map(([, kind = '', verb = '']) => ({ kind, verb, said: whatHappened({ action: `${kind}.${verb}` }) }))
    .filter(({ kind, verb, said }) => said.toLowerCase() === `${kind} ${verb.replaceAll('-', ' ')}`);
  expect(plain).toEqual([]);
});
