import { existsSync } from 'node:fs';
import { connect } from 'node:tls';
import { accounts } from '@fairlead/contract/accounts/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { testApp } from '../testing/app.ts';
import { addProfile } from '../testing/factories.ts';
import { freePort } from '../testing/free-port.ts';
import { documented, installedNginx, type Nginx, startNginx } from '../testing/nginx.ts';
import { selfSigned } from '../testing/tls.ts';

const program = await testApp({ ACCEL_REDIRECT: '/stored', TRUST_PROXY: 'true' });
const { config, call, person, clock, db } = program;

/** The X-Forwarded-For header of each request that reached the program, as nginx writes it. */
let reached: (string | undefined)[] = [];
program.app.server.on('request', ({ headers }) => reached.push(headers['x-forwarded-for'] as string | undefined));

// Without nginx these tests are skipped, and the test command says so.
if (existsSync(installedNginx))
  describe('behind nginx and TLS as documented,', () => {
    let nginx: Nginx;
    let port: number;
    let cert: string;
    beforeAll(async () => {
      const origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
      const identity = selfSigned(config.dataDir);
      cert = identity.cert;
      port = await freePort();
      const { certFile, keyFile } = identity;
      const tls = `listen 127.0.0.1:${port} ssl; ssl_certificate ${certFile}; ssl_certificate_key ${keyFile};`;
      const locations = await documented(origin, config.dataDir);
      nginx = await startNginx(installedNginx, `${config.dataDir}/nginx`, `${tls}\n${locations}`);
    });
    afterAll(() => nginx.stop());

    /**
     * Sends raw bytes, and returns all that is received until nginx closes, or is silent for this many milliseconds.
     */
    const sendFor = (silence: number, ...parts: string[]) =>
      new Promise<string>((done, fail) => {
        const socket = connect({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' });
        const chunks: Buffer[] = [];
        socket.on('secureConnect', () => socket.write(parts.join('\r\n'), 'latin1'));
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.on('error', fail);
        socket.on('close', () => done(Buffer.concat(chunks).toString('latin1')));
        socket.setTimeout(silence, () => socket.destroy());
      });
    /** For requests that ask the server to close the connection. */
    const send = (...parts: string[]) => sendFor(0, ...parts);
    const get = (path: string, ...headers: string[]) =>
      send(`GET ${path} HTTP/1.1`, 'Host: academy.example', 'Connection: close', ...headers, '', '');
    const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

    // shows: asvs/12.2.1
    test('every response requires https in one header, and does not reveal its source', async () => {
      for (const path of ['/api/brand', '/healthz', '/api/none', '/api/uploads/signatures/none.png', '/stored/x']) {
        const answer = await get(path);
        const isOfNginx = path.startsWith('/stored');
        const headers = answer.match(/^strict-transport-security: .*$/gim) ?? [];
        expect([path, headers.length]).toEqual([path, isOfNginx ? 0 : 1]);
        expect(answer).not.toMatch(/x-accel|x-powered-by/i);
      }
    });

    // shows: threats/request-smuggling, asvs/4.2.1
    test.each([
      ['a length and chunks', ['Content-Length: 6', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
      ['chunks in capitals', ['Transfer-Encoding: CHUNKED', 'Content-Length: 4'], '0\r\n\r\n'],
      ['chunks behind a space', ['Transfer-Encoding : chunked', 'Content-Length: 4'], '0\r\n\r\n'],
      ['chunks behind a tab', ['Transfer-Encoding:\tchunked', 'Content-Length: 4'], '0\r\n\r\n'],
      ['chunks on a line of their own', ['Transfer-Encoding:', ' chunked', 'Content-Length: 4'], '0\r\n\r\n'],
      ['chunks of another name', ['Transfer-Encoding: xchunked', 'Content-Length: 4'], '0\r\n\r\n'],
      ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Content-Length: 4'], '0\r\n\r\n'],
      ['two lengths', ['Content-Length: 0', 'Content-Length: 44'], ''],
      ['a length with a sign', ['Content-Length: +0'], ''],
      ['a length behind a line feed', ['X: y\nContent-Length: 0', 'Content-Length: 44'], ''],
      ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '2\r\n{}garbage\r\n0\r\n\r\n'],
      ['a chunk with a size of its own way', ['Transfer-Encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\n'],
    ])('a request cannot smuggle a second one by %s', async (_, headers, body) => {
      reached = [];
      const json = 'Content-Type: application/json';
      const hidden = 'GET /hidden HTTP/1.1\r\nHost: academy.example\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n';
      await sendFor(200, 'POST /api/user/login HTTP/1.1', 'Host: academy.example', json, ...headers, '', body + hidden);
      // The next visitor, whose request shares nginx's connection to the program, still gets the correct response.
      expect(statusOf(await get('/healthz'))).toBe(200);
      // Each request that nginx parsed has the address that it adds. A smuggled request would lack it, or have only a
      // forged one.
      const marked = reached.map((from) => /(^|, )127\.0\.0\.1$/.test(from ?? ''));
      expect(marked).toEqual(reached.map(() => true));
      expect(reached.length).toBeGreaterThan(0);
    });

    // shows: threats/request-smuggling
    test('a visitor is counted under their own IP address, whatever they claim', async () => {
      const body = JSON.stringify({ email: 'mate@example.org', password: 'a wrong guess' });
      const forged = [
        ['X-Forwarded-For: 203.0.113.7'],
        ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 203.0.113.8'],
        ['X-Forwarded-For: 203.0.113.7,,', 'X-Real-IP: 203.0.113.7', 'Forwarded: for=203.0.113.7'],
        ['X_Forwarded_For: 203.0.113.7', 'X-Client-IP: 203.0.113.7', 'True-Client-IP: 203.0.113.7'],
      ];
      for (const headers of forged) {
        const length = `Content-Length: ${body.length}`;
        const type = 'Content-Type: application/json';
        const asked = ['POST /api/user/login HTTP/1.1', 'Host: academy.example', 'Connection: close', type, length];
        expect(statusOf(await send(...asked, ...headers, '', body))).toBe(401);
      }
      const rows = await db
        .selectFrom('rateLimit')
        .select(['key', 'count'])
        .where('key', 'like', 'login-from:%')
        .execute();
      expect(rows).toEqual([{ key: 'login-from:127.0.0.1', count: forged.length }]);
    });

    // shows: threats/request-smuggling
    test('mails and URLs name the academy, whatever host a visitor requests', async () => {
      const { email } = await person();
      const body = JSON.stringify({ email });
      const evil = ['Host: evil.example', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: http'];
      const length = `Content-Length: ${body.length}`;
      const path = `/api${accounts.forgotPassword.path}`;
      const asked = [`POST ${path} HTTP/1.1`, ...evil, 'Connection: close', 'Content-Type: application/json', length];
      const answer = await send(...asked, '', body);
      expect(statusOf(answer)).toBe(200);
      const [mail] = await program.mailsTo(email);
      expect(mail?.text).toBeTruthy();
      expect(`${answer}${mail?.text}${mail?.html}`).not.toContain('evil.example');
      const twice = await send(
        'GET /api/brand HTTP/1.1',
        'Host: a.example',
        'Host: b.example',
        'Connection: close',
        '',
        '',
      );
      expect(statusOf(twice)).toBe(400);
    });

    // shows: threats/request-smuggling
    test('neither a visitor’s header nor another spelling opens the internal paths of nginx', async () => {
      const learner = await person();
      await addProfile(program, learner);
      const { body } = await call(seafarers.getOwnProfile, learner);
      const { filename, url } = body.data.profilePicture;
      const inside = `/stored/profile_pictures/${filename}`;
      const whole = await get(url);
      expect(statusOf(whole)).toBe(200);
      const picture = whole.slice(whole.indexOf('\r\n\r\n') + 4).slice(0, 40);
      const spellings = [
        inside,
        `/%73tored/profile_pictures/${filename}`,
        `/x/../stored/profile_pictures/${filename}`,
        `/x/%2e%2e/stored/profile_pictures/${filename}`,
        `/api/uploads/..%2f..%2fstored/profile_pictures/${filename}`,
        `/STORED/profile_pictures/${filename}`,
        `//stored//profile_pictures/${filename}`,
        `/stored;a=b/profile_pictures/${filename}`,
        `/stored%00/profile_pictures/${filename}`,
        `/stored/%2e%2e/secrets/vault`,
        '/stored../secrets/vault',
        '/stored/../secrets/vault',
        '/stored%5c..%5csecrets%5cvault',
        `http://academy.example${inside}`,
        `/api/brand?x=${inside}`,
      ];
      for (const path of spellings) {
        for (const headers of [
          [],
          [`X-Accel-Redirect: ${inside}`, 'X-Accel-Buffering: no', `X-Original-URL: ${inside}`],
        ]) {
          const answer = await get(path, ...headers, 'Range: bytes=0-99');
          expect([path, answer.includes(picture), answer.includes(config.secrets.vault)]).toEqual([path, false, false]);
          expect([path, statusOf(answer)]).toEqual([
            path,
            path.startsWith('/api/brand') ? 200 : expect.toSatisfy((s: number) => s >= 400),
          ]);
        }
      }
    });

    test('a range of an encrypted document is that range, and none is sent without its signature', async () => {
      const learner = await person();
      await addProfile(program, learner);
      const { url } = (await call(seafarers.getOwnProfile, learner)).body.data.profilePicture;
      const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
      const whole = bodyOf(await get(url));
      for (const [range, part] of [
        ['bytes=0-9', whole.slice(0, 10)],
        ['bytes=100-', whole.slice(100)],
        ['bytes=-5', whole.slice(-5)],
      ] as const) {
        const answer = await get(url, `Range: ${range}`);
        expect([statusOf(answer), bodyOf(answer)]).toEqual([206, part]);
      }
      for (const range of ['bytes=999999-', 'bytes=9-0', 'bytes=0-1,2-3', `bytes=${'0-1,'.repeat(500)}5-6`])
        expect([200, 206, 416]).toContain(statusOf(await get(url, `Range: ${range}`)));
      expect(statusOf(await get(url.replace(/\?.*/, ''), 'Range: bytes=0-9'))).toBe(401);
    });

    test.each([
      '/api/userProfile/getAllUserProfiles',
      '/api/%75serProfile/getAllUserProfiles',
      '/API/userprofile/GETALLUSERPROFILES',
      '//api//userProfile/getAllUserProfiles',
      '/x/../api/userProfile/getAllUserProfiles',
      '/api/brand/..%2fuserProfile/getAllUserProfiles',
      '/api/userProfile/getAllUserProfiles;.css',
      '/api/userProfile/getAllUserProfiles%00',
      '/api/userProfile/getAllUserProfiles/',
      '/api/userProfile/getAllUserProfiles?token=x',
    ])('a list of people is refused to visitors and learners, as %s', async (path) => {
      const token = await signAccessToken(await person(), config.secrets.token, clock());
      for (const headers of [[], [`Authorization: Bearer ${token}`]])
        expect([301, 400, 401, 403, 404]).toContain(statusOf(await get(path, ...headers)));
    });

    // shows: threats/request-smuggling
    test('two tokens in one request do not combine their rights', async () => {
      const tokens = await Promise.all(
        (['learner', 'admin'] as const).map(async (role) =>
          signAccessToken(await person(role), config.secrets.token, clock()),
        ),
      );
      const [learner, admin] = tokens.map((token) => `Authorization: Bearer ${token}`) as [string, string];
      const path = '/api/userProfile/getAllUserProfiles';
      expect(statusOf(await get(path, admin))).toBe(200);
      for (const both of [
        [learner, admin],
        ['Authorization: Basic eDp5', admin],
      ])
        expect([400, 401, 403]).toContain(statusOf(await get(path, ...both)));
    });

    test('a body or head over the limit is refused, and others are answered meanwhile', async () => {
      const head = ['POST /api/user/login HTTP/1.1', 'Host: academy.example', 'Content-Type: application/json'];
      const tooLarge = await send(...head, 'Connection: close', 'Content-Length: 40000000', '', '{"email":"');
      expect(statusOf(tooLarge)).toBe(413);
      expect([400, 414, 431, 494]).toContain(statusOf(await get('/', `X-Long: ${'x'.repeat(60_000)}`)));
      expect([400, 414]).toContain(statusOf(await get(`/${'x'.repeat(60_000)}`)));
      expect(statusOf(await get('/healthz'))).toBe(200);
    });
  });
