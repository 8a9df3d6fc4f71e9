import { certificates } from '@fairlead/contract/certificates';
import { digestOfNumber } from '@fairlead/contract/credential';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { passed } from '../../testing/journey.ts';
import { toWithdrawals } from './wire.ts';

const program = await testApp();
const { call, db, keys, wait, clock } = program;

test('anyone can read the academy’s signing keys, with the period of each', async () => {
  const first = await keys.facts();
  wait(3600);
  const second = await keys.rotate('facts');
  const { status, body } = await call(certificates.keys);
  expect(status).toBe(200);
  expect(body.data.asOf).toBe(clock().toISOString());
  expect(body.data.keys).toEqual([
    { id: second, key: expect.stringMatching(/^[\w-]{43}$/), validFrom: '2026-11-20T07:30:00.000Z', validUntil: null },
    {
      id: first.id,
      key: expect.stringMatching(/^[\w-]{43}$/),
      validFrom: '2026-11-20T06:30:00.000Z',
      validUntil: '2026-11-20T07:30:00.000Z',
    },
  ]);
});

test('anyone can read the list of withdrawals, and it reveals no number', async () => {
  const { enrolmentId } = await passed(program);
  const good = await passed(program);
  const revoked = await db
    .updateTable('certificate')
    .set({ status: 'revoked', revokedAt: new Date('2026-11-20T20:00:00Z'), revocationReason: 'Issued in error' })
    .where('enrolmentId', '=', enrolmentId)
    .returning('number')
    .executeTakeFirstOrThrow();
  const { body } = await call(certificates.withdrawals);
  // The day in the academy's time zone: in Kolkata it is past midnight.
  expect(body.data.withdrawn).toEqual([
    { digest: await digestOfNumber(revoked.number), kind: 'revoked', on: '2026-11-21' },
  ]);
  const { number } = await db
    .selectFrom('certificate')
    .select('number')
    .where('enrolmentId', '=', good.enrolmentId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(body)).not.toContain(revoked.number);
  expect(JSON.stringify(body)).not.toContain(await digestOfNumber(number));
  expect(JSON.stringify(body)).not.toMatch(/Issued in error|Nair/);
});

// shows: threats/blocked-thread
test('a list of 20,000 withdrawals is returned in a fraction of a second', async () => {
  const at = clock();
  const withdrawals = Array.from(
    { length: 20_000 },
    (_, n) => ({ number: `FMA-2026-${n}`, kind: 'superseded', at }) as const,
  );
  const before = process.threadCpuUsage();
  const { withdrawn } = toWithdrawals(withdrawals, { timeZone: 'Asia/Kolkata', today: '2026-11-20' }, at);
  const { user, system } = process.threadCpuUsage(before);
  expect(withdrawn.at(-1)).toEqual({
    digest: await digestOfNumber('FMA-2026-19999'),
    kind: 'superseded',
    on: '2026-11-20',
  });
  // With one WebCrypto call and one date format per number it took more than 2 s, for every visitor.
  expect((user + system) / 1e6).toBeLessThan(0.5);
});
