import fc, { type Arbitrary } from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../features/accounts/passwords.ts';
import { password } from '../features/accounts/testing/owners.ts';
import { type Answer, type Person, testApp } from '../testing/app.ts';
import { isLong } from '../testing/cases.ts';
import { picture } from '../testing/forms.ts';
import { heldMegabytes } from '../testing/held-memory.ts';
import { passed } from '../testing/journey.ts';
import { type JsonSchema, valueFor } from './testing/arbitrary-value.ts';

// Fuzz test: sends random valid and invalid requests generated from the contract. The program must answer each with a
// sentence, and must keep running. FUZZ_RUNS sets the number of requests for each call, which is small in a usual run.
const runs = Number(process.env.FUZZ_RUNS ?? 3);

// The daily upload quota is not tested here.
const program = await testApp({}, undefined, { uploadsADay: 1e6, uploadBytesADay: 1e12 });
const { db, request } = program;
const { learner } = await passed(program);
const callers: Record<string, Person | undefined> = {
  visitor: undefined,
  learner,
  admin: await program.person('admin'),
};
const ids = await existingIds();
const image = await picture();
// a password that the fuzzed requests use too
const passwordHash = await hashPassword(password);

type Operation = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  parameters?: { in: string; name: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};

/** The ids of all existing records, of every kind. */
async function existingIds(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`.execute(db);
  const found = tables.map(({ name }) => sql<{ id: string }>`select id from ${sql.table(name)} limit 3`.execute(db));
  return (await Promise.all(found)).flatMap(({ rows }) => rows.map(({ id }) => id));
}

const description = (await request('GET', '/api/openapi.json')).body as {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
};
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, rest]): Operation => ({ ...rest, path, method: method.toUpperCase() as 'GET' }),
  ),
);

type Made = { as: string; url: string; body: unknown };

function requestFor({ path, parameters = [], requestBody }: Operation): Arbitrary<Made> {
  const placed = (where: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((one) => one.in === where).map(({ name, schema }) => [name, valueFor(schema, ids)]),
      ),
      where === 'query' ? { requiredKeys: [] } : {},
    );
  const [kind, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content ? valueFor(content.schema, ids) : fc.constant(undefined);
  return fc
    .record({ as: fc.constantFrom(...Object.keys(callers)), params: placed('path'), query: placed('query'), body })
    .map((made) => ({
      as: made.as,
      url: urlOf(path, made.params, made.query),
      body: kind === 'multipart/form-data' ? formOf(made.body) : made.body,
    }));
}

const wellFormed = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const mapped = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, wellFormed(value).slice(0, 500)]));

function urlOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(wellFormed(params[name]).slice(0, 500)),
  );
  const search = new URLSearchParams(mapped(query));
  return `${place}?${search}`;
}

/**
 * A form with the body's fields; where a file belongs, sometimes a picture and sometimes only its name. Fields are
 * appended, since `set` searches all earlier ones: a body of 100,000 characters took it 43 s.
 */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body))) {
    const isFile = /pic|image|photo|document|signature|file|video|captions/i.test(name);
    if (isFile && typeof value !== 'number')
      form.append(name, new File([new Uint8Array(image)], `${wellFormed(value).slice(0, 40)}.jpg`));
    else form.append(name, wellFormed(value));
  }
  return form;
}

const known = Object.values(callers).filter((one) => one !== undefined);

/** Restores account, role, password and session of each caller after the request before. */
async function restoreCallers(): Promise<void> {
  await db
    .updateTable('account')
    .set(({ case: when }) => ({
      disabledAt: null,
      passwordHash,
      role: when()
        .when('id', '=', learner.accountId)
        .then('learner' as const)
        .else('admin' as const)
        .end(),
    }))
    .where(
      'id',
      'in',
      known.map(({ accountId }) => accountId),
    )
    .execute();
  await db
    .updateTable('session')
    .set({ endedAt: null })
    .where(
      'id',
      'in',
      known.map(({ sessionId }) => sessionId),
    )
    .execute();
  // rate limits have their own tests; here they would hide the behaviour behind them
  program.wait(3600);
}

const isAnswered = (method: string, { status, body }: Answer<unknown>): boolean =>
  status < 400 || (status < 500 && (method === 'HEAD' || typeof (body as { message?: unknown }).message === 'string'));

/** The memory in use after the requests of every eighth call, in their order: a garbage collection takes time. */
const held: number[] = [];
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
/** The growth of memory over all calls, in megabytes; the median ignores what a single call is still using. */
function growth(): number {
  const quarter = Math.ceil(held.length / 4);
  return median(held.slice(-quarter)) - median(held.slice(0, quarter));
}
/** The number of responses with each status. */
const answered = new Map<number, number>();

describe('any request', () => {
  // shows: threats/malformed-request, asvs/1.2.4, asvs/2.2.1, asvs/2.2.2, asvs/15.3.5
  test.each(operations.map((operation, index) => [`${operation.method} ${operation.path}`, operation, index] as const))(
    'to %s gets a valid response or a refusal with a sentence',
    async (_, operation, index) => {
      const property = fc.asyncProperty(requestFor(operation), async ({ as, url, body }) => {
        await restoreCallers();
        const answer = await request(operation.method as 'GET', url, { as: callers[as], body });
        answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
        expect(isAnswered(operation.method, answer), `${answer.status} ${JSON.stringify(answer.body)}`).toBe(true);
      });
      await fc.assert(property, { numRuns: runs, endOnFailure: true });
      if (index % 8 === 0) held.push(heldMegabytes());
    },
    60_000 + runs * 10_000,
  );

  // shows: threats/malformed-request
  test('is answered, each call as often as made, and leaks no memory', () => {
    const all = [...answered.values()].reduce((sum, count) => sum + count, 0);
    const statuses = [...answered].map(([status, count]) => `${count} of ${status}`).join(', ');
    console.info(
      `${all} requests to ${operations.length} calls: ${statuses}; ${growth().toFixed(1)} MB more at the end`,
    );
    expect(all).toBe(operations.length * runs);
    // the gate runs other files in the same process
    if (isLong) expect(growth()).toBeLessThan(64);
  });

  test('leaves the program running', async () => {
    expect((await request('GET', '/readyz')).status).toBe(200);
  });
});
