import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseVkey } from '@fairlead/contract/proofs/signed-note';
import { lookAt, type Seen } from './monitor.ts';

// npm run monitor -- --url https://academy.example/api/log --key 'academy.example/api/log+…' --file ./seen.json

const usage = `Usage: npm run monitor -- --url URL --key KEY [--key KEY …] --file FILE [--witness KEY …]

Looks at the public log of an academy once: run it regularly. URL is that of the log, KEY the key of the log, and FILE
keeps what was seen. With --witness, it says which of these witnesses cosigned the newest checkpoint.
It ends with 1 if the log was changed, cut off, back-dated or shows different histories, and with 2 if it cannot look.`;

function seenIn(file: string): Seen | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Seen;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string', multiple: true },
    file: { type: 'string' },
    witness: { type: 'string', multiple: true },
  },
});
const { url, key = [], file, witness = [] } = values;
if (url === undefined || file === undefined || key.length === 0) {
  console.error(usage);
  process.exit(2);
}
try {
  const [log, witnesses] = [key.map(parseVkey), witness.map(parseVkey)];
  const { alarms, entries, seen, cosignatures, backDated } = await lookAt(
    { url: url.replace(/\/$/, ''), log, witnesses },
    seenIn(file),
  );
  for (const { kind, text } of alarms) console.error(`ALARM (${kind}): ${text}`);
  if (seen) {
    // replaced at once, so that a kill leaves the old or the new
    writeFileSync(`${file}.new`, JSON.stringify(seen), { flush: true });
    renameSync(`${file}.new`, file);
  }
  if (alarms.length > 0) process.exit(1);
  for (const { index, at, kind, subject } of entries) console.log(`${index} ${at} ${kind} ${subject}`);
  const grown =
    backDated === 0 ? 'the log has only grown' : `${backDated} of them are back-dated, as was reported before`;
  console.log(`${seen?.size} entries; ${grown}`);
  for (const one of witnesses) {
    const signature = cosignatures.find(({ verifier }) => verifier === one);
    const time = signature?.time === undefined ? undefined : new Date(signature.time * 1000).toISOString();
    console.log(
      `${one.name} ${time ? `cosigned the newest checkpoint at ${time}` : 'has not cosigned the newest checkpoint'}`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
