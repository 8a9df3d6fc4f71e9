import { createPublicKey, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ZipStream, zipStream } from '../../platform/archives/zip-stream.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { keepFor, type Prepared } from '../../platform/files/files.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from '../academy/index.ts';
import { auditLinks, auditTable } from './audit-extract.ts';
import { indexPage } from './index-page.ts';
import { gather, type PersonEntry, writePerson } from './pack-content.ts';
import { findPack, listMembers, type PackRow } from './queries.ts';
import { scopeOf } from './wire.ts';

/** A pack of two thousand people has a quarter of it. */
const mostBytes = 4 * 2 ** 30;
/** After so many people the progress is noted. */
const notedEach = 10;

/**
 * Makes a pack that was asked for, and stores it encrypted. The ZIP is written person by person, so that its length
 * costs no memory. Does nothing for one that is made or gone.
 */
export async function makePack(platform: Platform, packId: string): Promise<void> {
  const { db, files, clock } = platform;
  const pack = await findPack(db, packId);
  if (!pack || pack.madeAt !== null || pack.removedAt !== null) return;
  const zip = zipStream(clock());
  const written = writePack(platform, pack, zip).then(
    async (accounts) => {
      await zip.end();
      return accounts;
    },
    (error: Error) => {
      zip.output.destroy(error);
      return [];
    },
  );
  const name = { originalName: 'inspection-pack.zip' };
  const { path, size, sha256, originalName } = await files.receive(zip.output, { maxBytes: mostBytes, ...name });
  const people = await written;
  const file: Prepared = { path, sizeBytes: size, sha256, originalName, contentType: 'application/zip' };
  const store = keepFor(files, [{ file, folder: 'inspection_packs' }], ([kept]) =>
    transaction(db, async (tx) => {
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
      const made = await tx
        .updateTable('inspectionPack')
        .set({ fileId, madeAt: clock(), people, done: people.length })
        .where('id', '=', packId)
        .where('madeAt', 'is', null)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new AppError('conflict', 'Another instance has made this pack.');
    }),
  );
  await store.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** Returns the accounts of all people who are in the pack. */
async function writePack(platform: Platform, pack: PackRow, zip: ZipStream): Promise<string[]> {
  const { db, config, clock, keys } = platform;
  const scope = scopeOf(pack);
  const academy = await getAcademy(db, config);
  const packedAt = clock().toISOString();
  const members = await listMembers(db, scope, config.timeZone);
  const people: PersonEntry[] = [];
  const missing: string[] = [];
  for (const member of members) {
    const folder = `people/${String(people.length + 1).padStart(4, '0')}`;
    people.push(await writePerson(platform, { zip, folder, member, missing, academy: academy.name, packedAt }));
    if (people.length % notedEach === 0) {
      const done = new Set(members.slice(0, people.length).map(({ accountId }) => accountId)).size;
      await db.updateTable('inspectionPack').set({ done }).where('id', '=', pack.id).execute();
    }
  }
  const { content: gathered, accounts } = await gather(platform, { pack, scope, members, people });
  const { places, chainFrom } = gathered;
  await zip.add('audit/entries.csv', auditTable(db, places));
  await zip.add(
    'audit/chain.jsonl',
    auditLinks(db, chainFrom === null ? [] : places.filter((place) => place >= chainFrom)),
  );
  const key = await keys.facts();
  const publicKey = createPublicKey(key.privateKey);
  const keyText = String(publicKey.export({ format: 'jwk' }).x);
  const content = { ...gathered, academy, packedAt, missing, key: { id: key.id, text: keyText } };
  await zip.add('academy-key.pem', String(publicKey.export({ format: 'pem', type: 'spki' })));
  await zip.add('check.mjs', await readFile(new URL('./checker.mjs', import.meta.url)));
  await zip.add('pack.json', JSON.stringify(content, null, 1));
  await zip.add('index.html', indexPage({ ...content, publicUrl: config.publicUrl }));
  const checksums = [
    // A comment for sha256sum. It also keeps what is signed here from being taken for anything else that the key signs.
    `# Checksums of an inspection pack of ${academy.name.replaceAll('\n', ' ')}, ${packedAt}, key ${key.id}`,
    ...zip.digests.map(({ name, sha256 }) => `${sha256}  ${name}`),
  ];
  const list = Buffer.from(`${checksums.join('\n')}\n`);
  await zip.add('checksums.txt', list);
  await zip.add('checksums.sig', sign(null, list, key.privateKey));
  return accounts;
}
