import { expect, test } from 'vitest';
import { ownPath } from './return-path.ts';

const origin = 'https://academy.example';

test.each(['/dashboard', '/courses/1/content?from=mail#films', '/admin-dashboard/All-tests'])(
  '%s is a path of this site',
  (path) => {
    expect(ownPath(path, origin)).toBe(path);
  },
);

// shows: asvs/1.2.2, asvs/3.7.2
test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  null,
  42,
])('%j is refused', (path) => {
  expect(ownPath(path, origin)).toBeNull();
});

test.each(['/login', '/LOGIN?x=1', '/ornate_backend'])('%s would lead in a circle', (path) => {
  expect(ownPath(path, origin)).toBeNull();
});
