import { rm } from 'node:fs/promises';
import { badFile } from '../../platform/files/bad-file.ts';
import type { Incoming, Prepared } from '../../platform/files/files.ts';
import { contentOf, hashOf } from '../../platform/files/write-file.ts';
import { fairTurns } from '../../platform/inspection/fair-turns.ts';
import { inspector } from '../../platform/inspection/inspection.ts';
import { Refusal } from '../../platform/inspection/refusal.ts';
import type { PackageFacts } from './reading/package-inspection.ts';

const inspectPackage = inspector<PackageFacts, { path: string; into: string | null }>(
  new URL('./reading/package-inspection.ts', import.meta.url),
  // two gigabytes of texts take a minute to unpack and compress; one piece of them is in memory at a time
  { turns: fairTurns(1, 'packages'), bounds: { seconds: 100, megabytes: 400 } },
);

const facts = (incoming: Incoming, into: string | null): Promise<PackageFacts> =>
  inspectPackage({ path: incoming.path, into }).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });

/**
 * What is in a package; nothing is written.
 *
 * @throws AppError `bad-file` with a sentence that names the entry.
 */
export const lookIntoPackage = (incoming: Incoming): Promise<PackageFacts> => facts(incoming, null);

/** A package whose entries are in one file, and where each of them is. */
export type PreparedPackage = { file: Prepared; facts: PackageFacts };

/**
 * Unpacks a package into one file beside it, for `work`; the file is gone afterwards, unless it was kept.
 *
 * @throws AppError `bad-file` with a sentence that names the entry.
 */
export async function withPreparedPackage<T>(
  incoming: Incoming,
  work: (prepared: PreparedPackage) => Promise<T>,
): Promise<T> {
  const path = `${incoming.path}.new`;
  try {
    const found = await facts(incoming, path);
    let sizeBytes = 0;
    async function* counted() {
      for await (const piece of contentOf(path)) {
        sizeBytes += piece.byteLength;
        yield piece;
      }
    }
    const sha256 = await hashOf(counted());
    const { originalName } = incoming;
    const file = { path, sizeBytes, sha256, originalName, contentType: 'application/octet-stream' as const };
    return await work({ file, facts: found });
  } finally {
    await rm(path, { force: true });
  }
}
