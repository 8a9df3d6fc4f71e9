import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';

/** A key and a certificate as PEM, with their file names. */
export type TlsIdentity = { key: string; cert: string; keyFile: string; certFile: string };

/** A self-signed certificate for this machine, created by openssl in a folder and valid for so many days. */
export function selfSigned(folder: string, days = 1): TlsIdentity {
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const making = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    String(days),
  ];
  const subject = ['-subj', '/CN=localhost', '-addext', names];
  execFileSync('openssl', [...making, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), keyFile, certFile };
}

/**
 * What a server with this certificate answers to a client with the same one: the body, or undefined if it is not 2xx.
 */
export const getWithTls = (url: string, { key, cert }: TlsIdentity): Promise<string | undefined> =>
  new Promise((done, fail) => {
    const asked = get(url, { key, cert, ca: cert, agent: false, timeout: 5000 }, (response) => {
      const { statusCode = 0 } = response;
      let body = '';
      response.setEncoding('utf8').on('data', (text) => (body += text));
      response.once('end', () => done(statusCode >= 200 && statusCode < 300 ? body : undefined)).once('error', fail);
    });
    asked.once('timeout', () => asked.destroy(new Error(`${url} does not answer`)));
    asked.once('error', fail);
  });
