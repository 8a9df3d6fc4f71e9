import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openPlace } from '../../platform/files/stores/open-store.ts';
import { withProbe } from '../../platform/files/stores/probe.ts';
import type { Diagnosis } from '../../platform/http/diagnosis.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** Asks the program at PUBLIC_URL with the token of the diagnosis. */
export type Ask = (path: string, bounds?: { wait?: number }) => Promise<{ status: number; bytes: Buffer }>;

/** How often the program is asked, so that each instance behind a load balancer is likely to answer once. */
const questions = 12;

/**
 * Whether every instance that answers at PUBLIC_URL has the secrets and the files of this one: a file is stored for a
 * moment, and each is asked what it reads.
 */
export async function checkInstances(
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  ask: Ask,
): Promise<Finding[]> {
  const { store } = openPlace(files.place, dataDir);
  const probe = { scratch: join(dataDir, 'files'), folder: 'academy', sizeBytes: 1000 } as const;
  return withProbe(store, probe, async ({ name, content }) => {
    const digest = createHash('sha256').update(content).digest('hex');
    let [others, strangers] = [0, 0];
    for (let i = 0; i < questions; i++) {
      const { status, bytes } = await ask(`/diagnosis?probe=${encodeURIComponent(name)}`);
      if (status === 404) strangers += 1;
      // a proxy may refuse so many questions at once
      if (status !== 200) continue;
      const seen: Partial<Diagnosis> = JSON.parse(bytes.toString());
      if (seen.probe !== digest) others += 1;
    }
    const findings: Finding[] = [];
    if (strangers > 0)
      findings.push(
        wrong(
          'An instance at PUBLIC_URL has other secrets than this one: links and logins of one are refused by the other.',
          'Copy the folders keys and secrets of DATA_DIR from this instance to the others, and restart them.',
        ),
      );
    if (others > 0)
      findings.push(
        wrong(
          'An instance at PUBLIC_URL does not see the files of this one: films and documents are missing for some people.',
          'Let DATA_DIR/files be one network folder for all instances, or set the same bucket in FILES. If the program was not restarted since FILES was changed, restart it.',
        ),
      );
    return findings.length > 0 ? findings : [fine('Every answer at PUBLIC_URL came from a program with these files')];
  });
}
