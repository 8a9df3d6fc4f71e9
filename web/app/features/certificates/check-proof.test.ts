import { expect, test } from 'vitest';
import { logOfTwo } from '../../../testing/log-proofs.ts';
import { checkProof } from './check-proof.ts';

test('a proof shows since when the log contains the certificate, and who cosigned that', async () => {
  const { keys, logProof } = await logOfTwo();
  expect(await checkProof(logProof, keys)).toEqual({
    isProved: true,
    entry: 1,
    size: 2,
    at: '2026-09-05T09:00:00.000Z',
    witnesses: ['witness.example'],
  });
});

test('a proof shows nothing if it is of another log, about another event, changed, or none', async () => {
  const { keys, logProof } = await logOfTwo();
  const nothing = { isProved: false };
  expect(await checkProof((await logOfTwo()).logProof, keys)).toEqual(nothing);
  const moved = await logOfTwo({ number: 2 });
  expect(await checkProof(moved.logProof, moved.keys)).toEqual(nothing);
  const revoked = await logOfTwo({ kind: 'revoke' });
  expect(await checkProof(revoked.logProof, revoked.keys)).toEqual(nothing);
  expect(await checkProof(logProof.replace('index 0', 'index 1'), keys)).toEqual(nothing);
  expect(await checkProof(logProof.replace(/^extra .*$/m, `extra ${btoa('{"entry":"x"}')}`), keys)).toEqual(nothing);
  expect(await checkProof(logProof.replace(/^extra .*\n/m, ''), keys)).toEqual(nothing);
  expect(await checkProof('', keys)).toEqual(nothing);
});
