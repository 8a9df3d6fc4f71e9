import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { type ApiDocument, apiDocsPage } from '../platform/http/api-docs-page.ts';
import { testApp } from '../testing/app.ts';

const { app } = await testApp({ BRAND_NAME: 'Sea & <b>Sky</b>' });
const page = await app.inject('/api/docs');
const document = (await app.inject('/api/openapi.json')).json();

/** The routes of the running program below /api, with paths in OpenAPI notation. */
const running = app.accessMap
  .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))
  .map(({ method, url, who }) => ({ method, path: url.replace(/:(\w+)/g, '{$1}'), who }));

// shows: roles/every-call, asvs/6.3.4, asvs/8.1.1
test('names every call of the program, with who may make it, for programs and for people', () => {
  expect(running.length).toBeGreaterThan(40);
  for (const { method, path, who } of running) {
    expect(document.paths[path]?.[method.toLowerCase()], `${method} ${path}`).toMatchObject({ 'x-who': who });
    expect(page.body).toContain(`<b>${method}</b> ${path}</h2>\n<p>who: <code>${who.join(' or ')}</code></p>`);
  }
});

// shows: asvs/2.1.1, asvs/8.1.2
test('shows the input and the output of each call', () => {
  expect(document.paths['/api/user/login'].post).toMatchObject({
    security: [],
    requestBody: { content: { 'application/json': { schema: { required: ['email', 'password'] } } } },
    responses: { '4XX': { content: { 'application/json': { schema: { required: ['message', 'code'] } } } } },
  });
  expect(page.body).toContain(`<h3>Answer 200</h3><pre>{
  accessToken: string
  refreshToken: string
  message: string
  user: {`);
  expect(page.body).toContain('<h3>Answer 204, empty</h3>');
  expect(page.body).toContain('\n  email: string\n');
  expect(page.body).toContain('tittle: &#34;Mr&#34; | &#34;Mrs&#34; | &#34;Dr&#34; | &#34;Prof&#34;');
  expect(page.body).toContain('limit?: integer (1..200) (query)');
});

// shows: asvs/5.1.1
test('shows the parts of forms with files', () => {
  const { requestBody, security } = document.paths['/api/trainingVideo'].post;
  expect(security).toEqual([{ bearer: [] }]);
  expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data']);
  const form = page.body.slice(page.body.indexOf('id="POST/api/trainingVideo"'));
  expect(form).toContain('Body, multipart/form-data');
  expect(form).toContain('trainingVideo: [binary]');
});

test('is a page on which nothing runs, with one style', () => {
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const style = /<style>([\s\S]*?)<\/style>/.exec(page.body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(page.body).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i);
});

// shows: asvs/1.2.1
test('escapes everything that it contains', () => {
  expect(page.body).toContain('<h1>Sea &#38; &#60;b&#62;Sky&#60;/b&#62;: API</h1>');
  const hostile: ApiDocument = { info: { title: '' }, paths: { '/x"><script>': { get: { 'x-who': ['<i>'] } } } };
  expect(apiDocsPage(hostile).html).not.toMatch(/<script>|<i>/);
});

// shows: threats/blocked-thread
test.each(['/api/docs', '/api/openapi.json'])(
  '%s is rendered once for everybody, compressed and with an ETag',
  async (url) => {
    // both were requested above
    const making = vi.spyOn(app, 'swagger');
    const whole = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const etag = String(whole.headers.etag);
    expect((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    expect(making).not.toHaveBeenCalled();
    making.mockRestore();
  },
);
