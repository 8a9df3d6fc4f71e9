import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { training } from '@fairlead/contract/training/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAccessToken } from '../../features/accounts/sign-in/tokens.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { documented, installedNginx, type Nginx, startNginx } from '../../testing/nginx.ts';

const program = await testApp({ ACCEL_REDIRECT: '/stored', TRUST_PROXY: 'true' });
const { call, person, config, clock } = program;
const film = await readFile(join(import.meta.dirname, '../films/fixtures/h264-aac-moov-first.mp4'));

// Without nginx these tests are skipped, and the test command says so.
if (existsSync(installedNginx))
  describe('behind nginx as documented,', () => {
    let nginx: Nginx;
    let token: string;
    /** A film's signed link. */
    let link: string;
    beforeAll(async () => {
      const origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
      nginx = await startNginx(installedNginx, join(config.dataDir, 'nginx'), await documented(origin, config.dataDir));
      const editor = await person('admin');
      token = await signAccessToken(editor, config.secrets.token, clock());
      const course = await addCourse(program);
      const form = new FormData();
      form.set('courseId', course.id);
      form.set('title', 'Drills');
      form.append('trainingVideo', new Blob([new Uint8Array(film)]), 'muster drill.mp4');
      const { body } = await call(training.upload, { form }, editor);
      link = body.data.trainingVideo[0]?.url ?? '';
    });
    afterAll(() => nginx.stop());

    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(nginx.url + path, { headers, method });
    const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

    test('a film is sent completely by nginx, with the program’s headers', async () => {
      const response = await get(link);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        server: expect.stringContaining('nginx'),
        'content-type': 'video/mp4',
        'content-length': String(film.length),
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=43200, immutable',
        'content-disposition': expect.stringContaining('muster drill.mp4'),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
      // clients must not see where the file is stored
      expect(response.headers.get('x-accel-redirect')).toBeNull();
      expect((await bodyOf(response)).equals(film)).toBe(true);
    });

    test.each([
      ['bytes=5-9', [5, 9]],
      ['bytes=0-0', [0, 0]],
      ['bytes=1000-', [1000, film.length - 1]],
      ['bytes=-100', [film.length - 100, film.length - 1]],
    ] as const)('the range %s of it is sent alone', async (range, [first, last]) => {
      const response = await get(link, { range });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${film.length}`);
      expect((await bodyOf(response)).equals(film.subarray(first, last + 1))).toBe(true);
    });

    test('a range beyond its end is refused, and a cached film is not sent again', async () => {
      expect((await get(link, { range: `bytes=${film.length}-` })).status).toBe(416);
      const etag = (await get(link, {}, 'HEAD')).headers.get('etag') ?? '';
      const again = await get(link, { 'if-none-match': etag });
      expect([again.status, (await bodyOf(again)).length]).toEqual([304, 0]);
      const rest = await get(link, { range: 'bytes=5-', 'if-range': etag });
      expect([rest.status, (await bodyOf(rest)).length]).toEqual([206, film.length - 5]);
    });

    test.each([
      ['without its signature', (path: string) => path.replace(/\?.*/, ''), 401],
      ['with another signature', (path: string) => path.replace(/signature=..../, 'signature=AAAA'), 401],
      ['by the path at which nginx has it', stored, 404],
      ['by that path in another spelling', (path: string) => stored(path).replace('/stored', '/%73tored'), 404],
      ['by that path in capitals', (path: string) => stored(path).replace('/stored', '/STORED'), 404],
      ['by that path with more slashes', (path: string) => stored(path).replace('/stored/', '//stored//'), 404],
      ['by that path and a signature', (path: string) => `${stored(path)}?${path.split('?')[1]}`, 404],
    ])('nobody gets it %s', async (_, pathOf, status) => {
      for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
        const response = await get(pathOf(link), headers);
        expect(response.status).toBe(status);
        expect((await bodyOf(response)).includes(film.subarray(0, 32))).toBe(false);
      }
    });

    test('an upload in pieces passes through', async () => {
      const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
      const begun = await get(
        '/api/trainingVideo/uploads',
        { ...headers, 'upload-length': String(film.length), 'upload-metadata': `filename ${btoa('a.mp4')}` },
        'POST',
      );
      expect(begun.status).toBe(201);
      const piece = await fetch(new URL(begun.headers.get('location') ?? '', begun.url), {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(film),
      });
      expect([piece.status, piece.headers.get('upload-offset')]).toEqual([204, String(film.length)]);
    });
  });

/** The path at which nginx serves the film of a link. */
function stored(path: string): string {
  return path.replace('/api/uploads', '/stored').replace(/\?.*/, '');
}
