import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { noPage } from './page-security.ts';

/** How long a browser may go on sending what nobody reads, in milliseconds, before it finds the answer. */
const patience = 5000;

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const sentences: Readonly<Record<number, string>> = {
  400: 'This request could not be understood.',
  408: 'This request did not arrive in time.',
  431: 'This request is too long, usually because of too many cookies. The browser was asked to delete them: load the page again. If this message comes back, delete the cookies of this site in the settings of the browser.',
};

/**
 * Answers what Node's parser refuses, before there is a request; for the event `clientError` of a server. The site sets
 * no cookies, but a package that is played can, for the academy's host too where both share a domain. A browser that
 * sends more of them than fit in a head would be refused with every request: it is asked to delete them, which browsers
 * do over https.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writableEnded) return; // what comes after the answer is refused as well
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statusOf[error.code ?? ''] ?? 400;
  const sentence = sentences[status] ?? '';
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(sentence)}`,
    `Content-Security-Policy: ${noPage}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...(status === 431 ? ['Clear-Site-Data: "cookies"'] : []),
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${sentence}`);
  // a connection that is closed while the browser still sends would be reset before it has read the answer
  socket.resume();
  setTimeout(() => socket.destroy(), patience).unref();
}
