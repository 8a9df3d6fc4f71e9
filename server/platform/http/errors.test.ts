import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { DatabaseError } from '../db/database-error.ts';
import { AppError } from '../errors.ts';
import { KeyLost } from '../keys/keys.ts';
import { answerErrors } from './errors.ts';

const app = Fastify();
answerErrors(app);
let fault: Error = new Error('the secret cause');
app.get('/*', () => {
  throw fault;
});
const inert = { 'content-security-policy': expect.stringContaining("default-src 'none'"), 'cache-control': 'no-store' };

// shows: asvs/16.5.1
test('a server error on a page is reported in general words, with the headers of data', async () => {
  const answer = await app.inject('/courses');
  const trace = expect.stringMatching(/^req-/);
  expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Something went wrong', code: 'fault', trace }]);
  expect(answer.headers).toMatchObject({ ...inert, 'x-trace': answer.json().trace });
});

const systemError = (code: string) => Object.assign(new Error(`${code}: write /secret/path`), { code });
const records = 'The academy’s records cannot be reached at the moment. Please try again in a minute.';
const keys = 'The academy’s keys cannot be read at the moment. Please try again later.';
const disk = 'The server has no storage space left. Please try again later.';
const readOnly = 'Nothing can be stored at the moment, only read. Please try again in a minute.';

// shows: threats/lost-database-or-disk, asvs/16.5.2
test.each<[string, Error, string, string]>([
  ...['08001', '08006', '57P01', '57P02', '57P03', '53300', '58030'].map((code): [string, Error, string, string] => [
    code,
    new DatabaseError('secret', { code }),
    records,
    '10',
  ]),
  ['53100', new DatabaseError('secret', { code: '53100' }), disk, '60'],
  ['25006', new DatabaseError('secret', { code: '25006' }), readOnly, '30'],
  ['EROFS', systemError('EROFS'), readOnly, '30'],
  ...['ENOSPC', 'EDQUOT'].map((code): [string, Error, string, string] => [code, systemError(code), disk, '60']),
  ['a key without its file', new KeyLost([{ id: 'secret', purpose: 'facts' }]), keys, '60'],
])('a temporary outage is reported in a sentence, with a time to retry: %s', async (_, error, message, retryAfter) => {
  fault = error;
  const answer = await app.inject('/courses');
  expect([answer.statusCode, answer.json()]).toEqual([503, { message, code: 'unavailable' }]);
  expect(answer.headers).toMatchObject({ ...inert, 'retry-after': retryAfter });
});

test.each<[string, Error]>([
  ...['23505', '42P01', '22012', '57014', '40001', 'P0001'].map((code): [string, Error] => [
    code,
    new DatabaseError('secret', { code }),
  ]),
  ...['ENOENT', 'EACCES', 'EPIPE'].map((code): [string, Error] => [code, systemError(code)]),
  ['no code', new TypeError('secret')],
])('an error that a retry would not fix is a server error: %s', async (_, error) => {
  fault = error;
  expect((await app.inject('/courses')).statusCode).toBe(500);
});

test('a refusal says when to retry', async () => {
  fault = new AppError('too-many', 'Too many tries.', { retryAfter: 42 });
  const answer = await app.inject('/courses');
  expect([answer.statusCode, answer.json()]).toEqual([429, { message: 'Too many tries.', code: 'too-many' }]);
  expect(answer.headers).toMatchObject({ ...inert, 'retry-after': '42' });
});
