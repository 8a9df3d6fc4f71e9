import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { noPage } from './page-security.ts';
import { answerUnreadable } from './unreadable-requests.ts';

const server = createServer((_request, response) => response.end('read'));
server.on('clientError', answerUnreadable);
const { port, close } = await listen(server);
afterAll(close);

/** What the server answers to these bytes. */
async function answerTo(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

const request = (...headers: string[]) =>
  ['GET / HTTP/1.1', 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n');

test('more cookies than fit in a head are answered in words, and the browser is asked to delete them', async () => {
  const cookies = Array.from({ length: 180 }, (_, index) => `c${index}=${'x'.repeat(4000)}`);
  const { head, body } = await answerTo(request(`Cookie: ${cookies.join('; ')}`));
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(head).toContain('Clear-Site-Data: "cookies"');
  expect(head).toContain(`Content-Security-Policy: ${noPage}`);
  expect(head).toContain(`Content-Length: ${body.length}`);
  expect(body).toContain('load the page again');
  expect((await answerTo(request('Cookie: a=b'))).body).toBe('read');
});

test('what is no request is refused, and deletes nothing', async () => {
  const { head, body } = await answerTo('nothing that HTTP knows\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).not.toContain('Clear-Site-Data');
  expect(body).toBe('This request could not be understood.');
});
