import { encodeList, listLength } from '@fairlead/contract/certificates/open-badges/status-list';
import { register } from '@fairlead/contract/certificates/register';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { earned } from '../../../testing/journey.ts';
import { assignStatusIndex } from './assign-status-index.ts';
import { listSeconds, statusLists } from './status-lists.ts';

const program = await testApp();
const { call, db, wait, chainAppender } = program;
const registrar = await program.person('registrar');

let reads = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.rows.some((row) => 'isWithdrawn' in row)) reads++;
    return result;
  },
};
/** A process of its own, whose reads of places are counted. */
const newProcess = () => statusLists({ ...program, db: db.withPlugin(counting) });
const encodedIn = (json: string): string => JSON.parse(json).credentialSubject.encodedList;

/** A certificate with a place in the first list. */
async function placed() {
  const { certificate } = await earned(program);
  return { ...certificate, place: (await assignStatusIndex(db, certificate.id)) % listLength };
}

test('a status list is read again only when the log has grown, and then in every process', async () => {
  const [revoked, removed] = [await placed(), await placed()];
  const [one, other] = [newProcess(), newProcess()];
  const before = await one(0);
  expect(encodedIn(before)).toBe(await encodeList([]));
  expect(encodedIn(await other(0))).toBe(encodedIn(before));
  await chainAppender.append();
  reads = 0;
  expect(await one(0)).toBe(before);
  expect(reads).toBe(0);

  // an entry that withdraws nothing: the places are read once, and the signed list stays
  await earned(program);
  for (let n = 0; n < 3; n++) expect(await one(0)).toBe(before);
  expect(reads).toBe(1);

  const reason = 'Issued in error';
  await call(register.revoke, { params: { id: revoked.id }, body: { reason } }, registrar);
  for (const list of [one, other]) expect(encodedIn(await list(0))).toBe(await encodeList([revoked.place]));

  const withdrawn = { status: 'revoked', revokedAt: program.clock() } as const;
  await db.updateTable('certificate').set(withdrawn).where('id', '=', removed.id).execute();
  wait(listSeconds);
  const both = [revoked.place, removed.place].sort((first, second) => first - second);
  expect(encodedIn(await one(0))).toBe(await encodeList(both));
});
