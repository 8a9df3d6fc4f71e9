// Checks an inspection pack without the academy and without a network: node check.mjs
// It needs Node.js 18 or newer and nothing else. It reads the folder in which it is, and changes nothing.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(folder, name));
const wrong = [];

/** The SHA-256 of a file, which may be larger than what fits into memory. */
async function sumOf(name) {
  const hash = createHash('sha256');
  for await (const part of createReadStream(join(folder, name))) hash.update(part);
  return hash.digest('hex');
}

// 1. The signature of the list of checksums.
const list = read('checksums.txt');
const key = createPublicKey(read('academy-key.pem'));
const isSigned = verify(null, list, key, read('checksums.sig'));
if (!isSigned) wrong.push('checksums.txt is not what the academy has signed.');
const keyText = key.export({ format: 'jwk' }).x;

// 2. Each file by its checksum, and no file besides.
const listed = new Map(
  String(list)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(66), line.slice(0, 64)]),
);
const apart = new Set(['checksums.txt', 'checksums.sig']);
const there = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => !entry.isDirectory())
  .map((entry) => ({
    isFile: entry.isFile(),
    name: relative(folder, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join('/'),
  }));
const names = new Set(there.map(({ name }) => name));
for (const { name, isFile } of there) {
  if (!listed.has(name) && !apart.has(name)) wrong.push(`${name} does not belong to the pack.`);
  else if (!isFile) wrong.push(`${name} is a link, and not a file.`);
}
for (const [name, sum] of listed) {
  if (!names.has(name)) wrong.push(`${name} is missing.`);
  else if ((await sumOf(name)) !== sum) wrong.push(`${name} was changed.`);
}

// 3. The links of the audit: each hash covers the link before it, and each digest the entry that is shown.
const sorted = (value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
};
let [links, entries, previous] = [0, 0, undefined];
if (listed.has('audit/chain.jsonl') && names.has('audit/chain.jsonl')) {
  for await (const line of createInterface({ input: createReadStream(join(folder, 'audit/chain.jsonl')) })) {
    const link = JSON.parse(line);
    previous ??= link;
    if (links > 0 && link.index !== previous.index + 1)
      wrong.push(`A link of the audit is missing before ${link.index}.`);
    const before = links === 0 ? link.previous : previous.hash;
    const hash = createHash('sha256')
      .update(JSON.stringify([link.index, link.at, link.digest, before]))
      .digest('hex');
    if (hash !== link.hash) wrong.push(`Link ${link.index} of the audit was changed.`);
    if (link.facts) {
      const digest = createHmac('sha256', link.salt)
        .update(JSON.stringify(sorted(link.facts)))
        .digest('hex');
      if (digest !== link.digest) wrong.push(`Entry ${link.index} of the audit was changed.`);
      entries += 1;
    }
    previous = link;
    links += 1;
  }
}

console.log(`${listed.size} files, ${links} links of the audit with ${entries} entries.`);
console.log(`Key: ${keyText}`);
for (const sentence of wrong) console.log(`WRONG: ${sentence}`);
console.log(
  wrong.length === 0
    ? 'All is as it was signed. Compare the key with the one that the academy publishes.'
    : 'NOT as it was signed.',
);
process.exitCode = wrong.length === 0 ? 0 : 1;
