import { expect, test } from 'vitest';
import { DatabaseError } from './db/database-error.ts';
import { errorInLines, errorInLog } from './error-in-log.ts';
import { createLog } from './http/log.ts';
import { StoreAway } from './outage.ts';

const entered = 'Asha Nair, Z4839201';
/** A message that looks like the stack of an error. */
const likeStack = `${entered}\n    at ${entered} (/home/asha.ts:1:1)`;

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const withCode = (code: unknown) => Object.assign(new Error(entered), { code, path: entered, detail: entered });

test.each<[string, unknown, object]>([
  ['an error', new Error(entered), { type: 'Error' }],
  ['a message like a stack', new TypeError(likeStack), { type: 'TypeError' }],
  ['a message that was changed later', Object.assign(new Error(likeStack), { message: 'x' }), { type: 'Error' }],
  ['JSON that cannot be read', thrown(() => JSON.parse(entered)), { type: 'SyntaxError' }],
  ['a number that is none', thrown(() => BigInt(entered)), { type: 'SyntaxError' }],
  ['an error of the system', withCode('ENOENT'), { type: 'Error', code: 'ENOENT' }],
  ['a code that is a text', withCode(entered), { type: 'Error' }],
  [
    'an error of the database',
    new DatabaseError(`invalid input syntax: "${entered}"`, { code: '22P02', table: 'account', detail: entered }),
    { type: 'DatabaseError', code: '22P02', table: 'account' },
  ],
  ['a cause', new Error('x', { cause: withCode('EPIPE') }), { cause: { code: 'EPIPE' } }],
  ['what is no error', entered, { type: 'string', stack: '' }],
])('of %s, the log has neither message nor details', (_what, error, expected) => {
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => logged.push(line) });
  log.error({ err: error }, 'failed');
  // pino would take the message as the text of the line
  if (error instanceof Error) log.error(error);
  log.warn({ err: error });
  expect(logged.join('')).not.toMatch(/Asha|Nair|4839201|asha/);
  expect(errorInLines(error)).not.toMatch(/Asha|Nair|4839201|asha/);
  expect(JSON.parse(logged[0] ?? '').err).toMatchObject(expected);
});

test('where an error was thrown is in the log, and a sentence of ours', () => {
  const cause = Object.assign(new Error(entered), { code: 'ETIMEDOUT' });
  const known = errorInLog(new StoreAway('The object store cannot be used: S3 answered 503', { cause }));
  expect(known).toMatchObject({
    type: 'StoreAway',
    message: 'The object store cannot be used: S3 answered 503',
    stack: expect.stringMatching(/^ {4}at .*error-in-log\.test\.ts:\d+:\d+/),
    cause: { type: 'Error', code: 'ETIMEDOUT', stack: expect.stringContaining('error-in-log.test.ts') },
  });
  expect(errorInLines(new StoreAway('It is away.', { cause }))).toMatch(
    /^StoreAway: It is away\.\n {4}at [\s\S]*\ncaused by Error code=ETIMEDOUT\n {4}at /,
  );
});

test('causes that go round in a circle end', () => {
  const error = new Error('x');
  error.cause = error;
  expect(errorInLines(error).split('caused by')).toHaveLength(4);
});
