import { counted } from '@fairlead/contract/values/numbers';
import { type Folder, isEncryptedAtRest, isReadByWebServer } from '../../platform/files/folders.ts';
import { examine } from '../../platform/files/move-files.ts';
import { type FileStore, ifMissing } from '../../platform/files/stores/file-store.ts';
import { openStore } from '../../platform/files/stores/open-store.ts';
import type { Facts } from '../../program/academy-facts.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** How long stored files are looked for, and films are read, in milliseconds each. */
const usualPatience = 20_000;

const folderOf = (name: string) => name.slice(0, name.indexOf('/')) as Folder;
const isFilm = ({ name }: StoredRow) => isReadByWebServer(folderOf(name));
const dayMs = 86_400_000;

type StoredRow = Facts['files'][number];
type Settings = Pick<Config, 'dataDir' | 'files' | 'secrets'>;
type Options = {
  /** Reads the rows again: files are deleted at any time. */
  readAgain: () => Promise<Facts | undefined>;
  clock: () => Date;
  patience?: number;
};

/**
 * Whether the stored files are where the settings say, in their size, and whether films are what was uploaded. Each day
 * begins with other films: there may be more than can be read in this time.
 */
export async function checkStored(
  settings: Settings,
  facts: Facts,
  { readAgain, clock, patience = usualPatience }: Options,
): Promise<Finding[]> {
  if (facts.files.length === 0) return [fine('No stored file yet')];
  const { store } = openStore(settings);
  const vault = settings.secrets.hasVault ? settings.secrets.vault : '';
  const there = await lookFor(store, facts.files, patience);
  const missing = there.missing.length > 0 ? await stillStored(there.missing, readAgain) : [];
  const films = facts.files.filter(
    (row) => isFilm(row) && !there.missing.includes(row) && !there.damaged.includes(row),
  );
  const read = await readFilms(store, films, { clock, patience, vault });
  const damaged = [...there.damaged, ...read.damaged];
  const place = settings.files.place ? `the bucket ${settings.files.place.bucket}` : `${settings.dataDir}/files`;
  if (missing.length > 1 && missing.length === there.seen)
    return [
      wrong(
        `None of the academy’s ${missing.length} files is in ${place}: this instance has other files than the rest of the academy.`,
        'Set FILES and DATA_DIR as for the other instances, which share a folder or a bucket.',
      ),
    ];
  const findings = [
    ...named(
      missing,
      'missing',
      'Copy them from a backup (data/files) to the same place. npm run files -- check names all.',
    ),
    ...named(
      damaged,
      'damaged',
      'Copy them from a backup (data/files), and examine the disk. npm run files -- check names all.',
    ),
  ];
  return findings.length > 0
    ? findings
    : [
        fine(
          `${counted(there.seen, 'stored file')} looked for, ${counted(read.count, 'film')} read: all as they were stored`,
        ),
      ];
}

/** Films are of more weight to an operator than pictures, and are named apart. */
function named(rows: readonly StoredRow[], state: 'missing' | 'damaged', remedy: string): Finding[] {
  const kinds = [
    { rows: rows.filter(isFilm), one: 'file of a film is', many: 'files of films are' },
    { rows: rows.filter((row) => !isFilm(row)), one: 'stored file is', many: 'stored files are' },
  ];
  return kinds.flatMap(({ rows: [first, ...others], one, many }) =>
    first ? [wrong(`${counted(others.length + 1, one, many)} ${state}, such as ${first.name}.`, remedy)] : [],
  );
}

/** Looks for each file, and compares the size of those that are stored as they came. */
async function lookFor(store: FileStore, rows: readonly StoredRow[], patience: number) {
  const found = { seen: 0, missing: [] as StoredRow[], damaged: [] as StoredRow[] };
  const until = performance.now() + patience;
  for (const row of rows) {
    if (performance.now() > until) break;
    found.seen += 1;
    const stored = await store.open(row.name).catch(ifMissing);
    await stored?.close();
    if (!stored) found.missing.push(row);
    else if (!isEncryptedAtRest(folderOf(row.name)) && stored.sizeBytes !== row.sizeBytes) found.damaged.push(row);
  }
  return found;
}

async function stillStored(missing: readonly StoredRow[], readAgain: Options['readAgain']): Promise<StoredRow[]> {
  const names = new Set((await readAgain())?.files.map(({ name }) => name));
  return missing.filter(({ name }) => names.has(name));
}

async function readFilms(
  store: FileStore,
  films: readonly StoredRow[],
  { clock, patience, vault }: { clock: () => Date; patience: number; vault: string },
) {
  const found = { count: 0, damaged: [] as StoredRow[] };
  const until = performance.now() + patience;
  const first = Math.floor(clock().getTime() / dayMs) % Math.max(films.length, 1);
  for (const row of [...films.slice(first), ...films.slice(0, first)]) {
    if (performance.now() > until) break;
    found.count += 1;
    if ((await examine(store, { name: row.name, vault, row: { ...row, isDeleted: false } })) === 'damaged')
      found.damaged.push(row);
  }
  return found;
}
