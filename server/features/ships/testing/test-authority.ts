import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const settings = `
[ca]
default_ca = own
[own]
new_certs_dir = .
database = index.txt
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[client]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = clientAuth
`;

/** From when until when a certificate is valid, what for, and who signs it. */
type Issue = { from: Date; until: Date; as?: 'server' | 'client' | 'authority'; by?: 'root' | 'intermediate' };

const timeOf = (at: Date) => at.toISOString().replace(/[-:T]|\.\d+/g, '');
const dates = ({ from, until }: Issue) => ['-startdate', timeOf(from), '-enddate', timeOf(until)];

/**
 * A certificate authority of OpenSSL with a root and an intermediate, as those that browsers know have.
 *
 * @param folder an empty folder, which holds its files: `root.pem` and `intermediate.pem` among them.
 * @param life from when until when both are valid.
 */
export async function testAuthority(folder: string, life: { from: Date; until: Date }) {
  const openssl = async (...args: string[]) => (await run('openssl', args, { cwd: folder })).stdout;
  const ca = (...args: string[]) => openssl('ca', '-batch', '-notext', '-config', 'authority.cnf', ...args);
  const file = (name: string) => join(folder, name);
  await writeFile(file('authority.cnf'), settings);
  await writeFile(file('index.txt'), '');
  for (const name of ['root', 'intermediate']) {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
    await openssl('req', '-new', ...key, '-subj', `/CN=Test ${name}`, '-out', `${name}.csr`);
    const signer = name === 'root' ? ['-selfsign'] : ['-cert', 'root.pem'];
    const signed = ['-in', `${name}.csr`, ...signer, '-keyfile', 'root.key', '-out', `${name}.pem`];
    await ca(...dates(life), '-extensions', 'authority', ...signed);
  }
  const [root, intermediate] = await Promise.all(
    ['root.pem', 'intermediate.pem'].map((one) => readFile(file(one), 'utf8')),
  );

  /** Signs a request, and returns the certificate alone. */
  async function issue(request: string, how: Issue): Promise<string> {
    const { as = 'server', by = 'intermediate' } = how;
    await writeFile(file('request.csr'), request);
    return ca(...dates(how), '-extensions', as, '-in', 'request.csr', '-cert', `${by}.pem`, '-keyfile', `${by}.key`);
  }

  /**
   * Writes a program that signs what comes on its standard input, as the operator of an academy has one.
   *
   * @returns its path.
   */
  async function command(how: Issue): Promise<string> {
    const path = file('get-certificate');
    const args = [...dates(how), '-extensions', how.as ?? 'server', '-cert', 'intermediate.pem', '-keyfile'];
    const lines = [
      '#!/bin/sh',
      `cd '${folder}' && cat > asked.csr && echo "$@" >> asked`,
      `openssl ca -batch -notext -config authority.cnf -in asked.csr ${args.join(' ')} intermediate.key 2> errors`,
      'cat intermediate.pem',
    ];
    await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o700 });
    return path;
  }

  return { root: root ?? '', intermediate: intermediate ?? '', issue, command };
}
