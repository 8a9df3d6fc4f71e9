import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseVkey, signatureTypes, toVkey } from '@fairlead/contract/proofs/signed-note';
import { createWitness } from './witness.ts';
import { openWitnessStore } from './witness-store.ts';

// npm run witness -- --folder ./witness --name witness.example --log 'academy.example/api/log+…' [--port 4000]

const usage = `Usage: npm run witness -- --folder FOLDER --name NAME --log KEY [--log KEY …] [--host HOST] [--port PORT]

FOLDER keeps the witness's key and the last checkpoint of each log. NAME is the name of the witness, such as its host.
KEY is a log's key, as its academy publishes it at /api/log/keys; give each log that is to be witnessed.`;

/** The key in the folder; a new one if there is none. */
function keyIn(folder: string) {
  const file = join(folder, 'key.pem');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(file, pem, { mode: 0o600, flush: true, flag: 'wx' });
  }
  return createPrivateKey(readFileSync(file));
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    name: { type: 'string' },
    log: { type: 'string', multiple: true },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '4000' },
  },
});
const { folder, name, log = [], host, port } = values;
if (folder === undefined || name === undefined || !/^[^\s+]+$/.test(name) || log.length === 0) {
  console.error(usage);
  process.exit(2);
}
const logs = log.map(parseVkey);
const privateKey = keyIn(folder);
const key = Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url');
const verifier = { name, type: signatureTypes.witness, key };
const server = createWitness({ verifier, privateKey, logs, store: openWitnessStore(folder), clock: () => new Date() });
server.listen(Number(port), host, () => {
  const place = server.address();
  console.log(`Witness ${toVkey(verifier)}`);
  console.log(`listens on http://${host}:${typeof place === 'object' && place ? place.port : port}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
