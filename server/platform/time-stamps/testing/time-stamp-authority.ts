import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBER, Integer, Sequence } from 'asn1js';
import { afterAll } from 'vitest';
import { listen } from '../../../testing/listen.ts';

const run = promisify(execFile);

/** What the authority sends instead of its answer. */
type Lie = (answer: Buffer, response: ServerResponse) => void;

/** A time-stamp authority of `openssl ts`, whose root certifies it and publishes a list of revoked certificates. */
export type TestAuthority = {
  url: string;
  /** The file of the root's certificate, and its content. */
  rootFile: string;
  root: string;
  /** The certificate of a signer; `cross` is the root's, signed by an older root. */
  certificateOf: (name: string) => string;
  /** Requests that it received, the oldest first. */
  requests: { path: string; body: Buffer; authorization: string | undefined }[];
  /** Deviates until it is set to undefined. */
  lie: Lie | undefined;
  /** The name of the certificate that signs: `tsa`, `other`, or one that is not for time stamps. */
  signer: 'tsa' | 'other' | 'tls' | 'loose' | 'short' | 'stranger';
  /** The name of the certificate that signs whether others were revoked: `client` is not for that. */
  responder: 'ocsp' | 'client';
  /** Signs the answer to another request than the one that was sent. */
  query: ((query: Buffer) => Promise<Buffer>) | undefined;
  /** Makes a request for a digest, as openssl writes it. */
  queryFor: (digest: string) => Promise<Buffer>;
  /** Revokes a certificate by the next list. */
  revoke: (name: 'tsa' | 'other') => void;
};

const usages = {
  tsa: 'critical,timeStamping',
  other: 'critical,timeStamping',
  tls: 'critical,timeStamping,serverAuth',
  loose: 'timeStamping',
  short: 'critical,timeStamping',
  /** Signs for the root whether a certificate was revoked. */
  ocsp: 'OCSPSigning',
  client: 'clientAuth',
};

/** Starts an authority on this machine; it is stopped at the end of the test file. */
export async function testAuthority(): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-tsa-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const server = createServer();
  const { url, close } = await listen(server);
  const sections = Object.entries(usages).map(
    ([name, usage]) => `[${name}]
keyUsage = critical, digitalSignature
extendedKeyUsage = ${usage}
authorityKeyIdentifier = keyid
${name === 'other' ? `authorityInfoAccess = OCSP;URI:${url}/ocsp` : `crlDistributionPoints = URI:${url}/list.crl`}
[stamp_${name}]
signer_cert = ${name}.pem
certs = root.pem
signer_key = ${name}.key
signer_digest = sha256
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`,
  );
  writeFileSync(
    at('ca.cnf'),
    `[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[ca]
default_ca = list
[list]
database = index
default_md = sha256
default_crl_days = 30
crlnumber = crlnumber
certificate = root.pem
private_key = root.key
${sections.join('')}[stamp_stranger]
signer_cert = stranger.pem
signer_key = stranger.key
signer_digest = sha256
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
`,
  );
  writeFileSync(at('index'), '');
  writeFileSync(at('crlnumber'), '01\n');
  writeFileSync(at('serial'), '01\n');
  const newKey = ['req', '-config', 'ca.cnf', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const selfSigned = [...newKey, '-x509', '-days', '3650'];
  openssl(...selfSigned, '-subj', '/CN=Root', '-extensions', 'root', '-keyout', 'root.key', '-out', 'root.pem');
  const stranger = ['-subj', '/CN=Stranger', '-extensions', 'other', '-keyout', 'stranger.key', '-out', 'stranger.pem'];
  openssl(...selfSigned, ...stranger);
  openssl(...selfSigned, '-subj', '/CN=Old root', '-extensions', 'root', '-keyout', 'old.key', '-out', 'old.pem');
  const crossSigned = ['req', '-config', 'ca.cnf', '-x509', '-key', 'root.key', '-CA', 'old.pem', '-CAkey', 'old.key'];
  openssl(...crossSigned, '-subj', '/CN=Root', '-extensions', 'root', '-days', '3000', '-out', 'cross.pem');
  const ca = ['-CA', 'root.pem', '-CAkey', 'root.key', '-x509'];
  for (const name of Object.keys(usages)) {
    const days = name === 'short' ? '30' : '3000';
    const files = ['-extensions', name, '-days', days, '-keyout', `${name}.key`, '-out', `${name}.pem`];
    openssl(...newKey, ...ca, '-subj', `/CN=${name}`, ...files);
  }
  const list = () => {
    openssl('ca', '-config', 'ca.cnf', '-gencrl', '-out', 'list.pem');
    openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.crl');
  };
  openssl('ca', '-config', 'ca.cnf', '-valid', 'other.pem');
  list();

  const authority: TestAuthority = {
    url,
    rootFile: at('root.pem'),
    root: readFileSync(at('root.pem'), 'utf8'),
    certificateOf: (name) => readFileSync(at(`${name}.pem`), 'utf8'),
    requests: [],
    lie: undefined,
    signer: 'tsa',
    responder: 'ocsp',
    query: undefined,
    queryFor: async (digest) => {
      const out = at('made.tsq');
      await run('openssl', ['ts', '-query', '-digest', digest, '-sha256', '-cert', '-out', out]);
      return readFileSync(out);
    },
    revoke: (name) => {
      openssl('ca', '-config', 'ca.cnf', '-revoke', `${name}.pem`);
      list();
    },
  };
  let count = 0;
  /** One at a time: openssl writes the number of the last token into a file. */
  let turn: Promise<unknown> = Promise.resolve();
  async function answerTo(query: Buffer): Promise<Buffer> {
    const [asked, answered] = [at(`${++count}.tsq`), at(`${count}.tsr`)];
    writeFileSync(asked, query);
    const { signer } = authority;
    const isRefused = signer === 'tls' || signer === 'loose';
    const reply = ['ts', '-reply', '-config', 'ca.cnf', '-section', `stamp_${isRefused ? 'tsa' : signer}`];
    turn = run('openssl', [...reply, '-queryfile', asked, '-out', answered], { cwd: folder });
    await turn;
    return isRefused ? signedAgain(answered, signer) : readFileSync(answered);
  }
  function statusOf(asked: Buffer): Buffer {
    writeFileSync(at('status.req'), asked);
    const responder = [
      '-index',
      'index',
      '-CA',
      'root.pem',
      '-rsigner',
      `${authority.responder}.pem`,
      '-rkey',
      `${authority.responder}.key`,
      '-ndays',
      '7',
    ];
    openssl('ocsp', ...responder, '-reqin', 'status.req', '-respout', 'status');
    return readFileSync(at('status'));
  }
  /** The answer with a token of another signer, with whose certificate `openssl ts` would not sign. */
  function signedAgain(answered: string, signer: string): Buffer {
    openssl('ts', '-reply', '-in', answered, '-token_out', '-out', 'token');
    openssl('cms', '-verify', '-noverify', '-nosigs', '-inform', 'DER', '-in', 'token', '-out', 'info');
    const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-nodetach', '-binary', '-cades', '-md', 'sha256'];
    const key = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`];
    openssl('cms', '-sign', ...type, ...key, '-in', 'info', '-outform', 'DER', '-out', 'token');
    const token = fromBER(new Uint8Array(readFileSync(at('token'))).buffer).result;
    const granted = new Sequence({ value: [new Integer({ value: 0 })] });
    return Buffer.from(new Sequence({ value: [granted, token] }).toBER());
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      const body = await buffer(request);
      const { authorization } = request.headers;
      authority.requests.push({ path: request.url ?? '', body, authorization });
      if (request.url === '/list.crl') return response.end(readFileSync(at('list.crl')));
      if (request.url === '/ocsp') return response.end(statusOf(body));
      await turn.catch(() => undefined);
      const answer = await answerTo((await authority.query?.(body)) ?? body);
      if (authority.lie) return authority.lie(answer, response);
      return response.setHeader('content-type', 'application/timestamp-reply').end(answer);
    })();
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  return authority;
}
