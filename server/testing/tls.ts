import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key and a certificate as PEM, with their file names. */
export type TlsIdentity = { key: string; cert: string; keyFile: string; certFile: string };

/** A self-signed certificate for this machine, created by openssl in a folder and valid for a day. */
export function selfSigned(folder: string): TlsIdentity {
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const subject = ['-subj', '/CN=localhost', '-addext', names];
  execFileSync('openssl', [...making, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), keyFile, certFile };
}
