import { expect, test } from 'vitest';
import { testApp } from '../testing/app.ts';

const open = await testApp();
const behindOne = await testApp({ TRUST_PROXY: 'true' });
const behindTwo = await testApp({ TRUST_PROXY: '2' });

/** The networks for which a wrong password is counted. */
async function countedFor(program: typeof open, remoteAddress: string, forwarded?: string): Promise<string[]> {
  await program.db.deleteFrom('rateLimit').execute();
  await program.app.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: { email: 'mate@example.org', password: 'a wrong guess' },
    remoteAddress,
    headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) },
  });
  const rows = await program.db.selectFrom('rateLimit').select('key').where('key', 'like', 'login-from:%').execute();
  return rows.map(({ key }) => key.replace('login-from:', ''));
}

// shows: asvs/4.1.3
test('without a proxy the forwarded header is ignored', async () => {
  expect(await countedFor(open, '203.0.113.9', '198.51.100.1')).toEqual(['203.0.113.9']);
});

// shows: threats/forged-sender-ip, asvs/4.1.3, asvs/15.3.4
test('behind a proxy its own entry counts, and not what a visitor wrote before it', async () => {
  expect(await countedFor(behindOne, '10.0.0.1', '203.0.113.9')).toEqual(['203.0.113.9']);
  expect(await countedFor(behindOne, '10.0.0.1', '198.51.100.1, 203.0.113.9')).toEqual(['203.0.113.9']);
  expect(await countedFor(behindOne, '10.0.0.1')).toEqual(['10.0.0.1']);
});

// shows: asvs/15.3.4
test('behind two proxies the entry before the last counts', async () => {
  const forwarded = '198.51.100.1, 203.0.113.9, 10.0.0.2';
  expect(await countedFor(behindTwo, '10.0.0.1', forwarded)).toEqual(['203.0.113.9']);
});

test('IP addresses of one network count together, and an invalid one counts as another', async () => {
  expect(await countedFor(open, '2001:db8::1')).toEqual(await countedFor(open, '2001:db8::ffff:2'));
  expect(await countedFor(behindOne, '10.0.0.1', `${'x'.repeat(9000)}`)).toEqual(['unknown']);
});
