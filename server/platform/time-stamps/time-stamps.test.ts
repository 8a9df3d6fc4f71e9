import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { timeStampAuthority } from './authority.ts';
import { testAuthority } from './testing/time-stamp-authority.ts';

const server = await testAuthority();
const clock = () => new Date();
const trusted = [server.root];
const client = (more = {}, now = clock) =>
  timeStampAuthority({ url: server.url, authorization: undefined, trusted, ...more }, now);
const content = Buffer.from('the value of a signature');
beforeEach(() => {
  Object.assign(server, { lie: undefined, signer: 'tsa', responder: 'ocsp', query: undefined });
  server.requests.length = 0;
});

test('a time stamp is of the content, of now, and leads to a trusted certificate; only the digest is sent', async () => {
  const { der, at, chain } = await client({ authorization: 'Basic YTpi' }).stamp(content);
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(5_000);
  expect(chain.map(({ subject }) => subject)).toEqual(['CN=tsa', 'CN=Root']);
  expect(der.length).toBeGreaterThan(500);
  const [request] = server.requests;
  expect(request?.authorization).toBe('Basic YTpi');
  expect(request?.body.includes(createHash('sha256').update(content).digest())).toBe(true);
  expect(request?.body.length).toBeLessThan(100);
});

test('the certificate of the authority itself can be the trusted one', async () => {
  const { chain } = await client({ trusted: [server.certificateOf('tsa')] }).stamp(content);
  expect(chain).toHaveLength(1);
});

const answersWith = (status: number, type: string, body: string | Buffer) => (_: Buffer, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': type }).end(body);

// shows: threats/false-time-stamp
describe('a time stamp is refused', () => {
  const other = createHash('sha256').update('something else').digest('hex');
  const refusals: [string, string, object][] = [
    ['of another digest', 'it stamped another digest', { query: () => server.queryFor(other) }],
    [
      'with another nonce',
      'it answered another request',
      { query: () => server.queryFor(createHash('sha256').update(content).digest('hex')) },
    ],
    ['by a certificate for time stamps and TLS', 'its certificate is not for time stamps', { signer: 'tls' }],
    ['by one that may be for anything', 'its certificate is not for time stamps', { signer: 'loose' }],
    ['by one that nobody trusted has issued', 'its certificate is not trusted: CN=Stranger', { signer: 'stranger' }],
    ['with an error status', 'it answered 500', { lie: answersWith(500, 'text/plain', 'no') }],
    ['as a page', 'its response is no time stamp', { lie: answersWith(200, 'text/html', '<html>Log in</html>') }],
    ['as an endless response', 'its response is no time stamp', { lie: answersWith(200, 'x/y', randomBytes(200_000)) }],
    ['by a redirect', 'fetch failed', { lie: answersWith(302, 'text/plain', '') }],
    [
      'with a refusal of RFC 3161',
      'it refused: status 2',
      { lie: answersWith(200, 'application/timestamp-reply', Buffer.from('30053003020102', 'hex')) },
    ],
    [
      'with a signature that was changed',
      'its signature is wrong',
      {
        lie: (answer: Buffer, response: ServerResponse) => {
          const last = answer.length - 1;
          answer[last] = (answer[last] ?? 0) ^ 1;
          response.end(answer);
        },
      },
    ],
  ];
  test.each(refusals)('%s', async (_, reason, how) => {
    Object.assign(server, how);
    await expect(client().stamp(content)).rejects.toThrow(reason);
  });

  test('of another time', async () => {
    const late = () => new Date(Date.now() + 10 * 60_000);
    await expect(client({}, late).stamp(content)).rejects.toThrow('its clock says');
  });

  test('that takes longer than ten seconds', async () => {
    const { timeout } = AbortSignal;
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
    onTestFinished(() => limit.mockRestore());
    server.lie = () => undefined;
    await expect(client().stamp(content)).rejects.toThrow('due to timeout');
    expect(limit).toHaveBeenCalledWith(10_000);
  });

  test('that does not come, and the authority is not asked again for a while', async () => {
    const away = client({ url: 'http://127.0.0.1:9' });
    await expect(away.stamp(content)).rejects.toThrow('The time-stamp authority gave no time stamp: fetch failed');
    await expect(away.stamp(content)).rejects.toThrow('failed a moment ago');
  });
});

describe('the evidence for certificates', () => {
  const chain = [new X509Certificate(server.certificateOf('tsa')), new X509Certificate(server.root)];

  test('contains the certificates and the list of the place that they name, which is asked once', async () => {
    const authority = client();
    const evidence = await authority.evidence([...chain, ...chain]);
    expect(evidence.certificates).toEqual(chain.map(({ raw }) => raw));
    expect([evidence.crls.length, evidence.ocsps.length]).toEqual([1, 0]);
    await authority.evidence(chain);
    expect(server.requests.map(({ path }) => path)).toEqual(['/list.crl']);
  });

  test('is of the certificates that lead to a trusted one, not of a root that an older one has signed as well', async () => {
    const [own] = chain as [X509Certificate, X509Certificate];
    const cross = new X509Certificate(server.certificateOf('cross'));
    const { certificates, crls } = await client().evidence([own, cross]);
    expect(certificates).toEqual(chain.map(({ raw }) => raw));
    expect(crls).toHaveLength(1);
  });

  test('is refused from a responder whose certificate is not for that, although the same authority issued it', async () => {
    server.responder = 'client';
    const other = [new X509Certificate(server.certificateOf('other')), new X509Certificate(server.root)];
    await expect(client().evidence(other)).rejects.toThrow('responder is not authorized');
  });

  test('contains what the responder says that a certificate names, and is refused once it was revoked', async () => {
    const other = [new X509Certificate(server.certificateOf('other')), new X509Certificate(server.root)];
    const { ocsps, crls } = await client().evidence(other);
    expect([ocsps.length, crls.length]).toEqual([1, 0]);
    expect(server.requests.map(({ path }) => path)).toEqual(['/ocsp']);
    server.revoke('other');
    await expect(client().evidence(other)).rejects.toThrow('ocsp does not call it good');
  });

  test('is refused for a certificate whose issuer is unknown, whose list is old, and that was revoked', async () => {
    const [own] = chain;
    await expect(client({ trusted: [] }).evidence(own ? [own] : [])).rejects.toThrow('who issued CN=tsa is not known');
    const nextYear = () => new Date(Date.now() + 365 * 24 * 3_600_000);
    await expect(client({}, nextYear).evidence(chain)).rejects.toThrow('answered what is not current');
    server.revoke('tsa');
    await expect(client().evidence(chain)).rejects.toThrow('list.crl calls it revoked');
  });
});
