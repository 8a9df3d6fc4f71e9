import { resolve } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Rolldown } from 'vite';
import routes from './app/routes.ts';

const app = resolve(import.meta.dirname, 'app');

/** The entry files of every page below a layout, including the layout itself and the layouts around it. */
function entriesBelow(layout: string): Set<string> {
  const branches = (entries: RouteConfigEntry[], above: string[] = []): string[][] =>
    entries.flatMap(({ file, children = [] }) => [[...above, file], ...branches(children, [...above, file])]);
  const files = branches(routes).filter((branch) => branch.includes(layout));
  return new Set(['root.tsx', 'entry.client.tsx', ...files.flat()].map((file) => resolve(app, file)));
}

const visitors = entriesBelow('shell/public-layout.tsx');
const learners = entriesBelow('shell/learner-layout.tsx');
/** The part of a public page that plays films is loaded only for somebody who wants to watch one. */
const atOnce = new Set(visitors);
atOnce.delete(resolve(app, 'features/training/open-film-page.tsx'));

/** The files of a page and of the layouts around it. */
function filesOf(page: string, entries: RouteConfigEntry[] = routes): Set<string> {
  for (const { file, children = [] } of entries) {
    const below = filesOf(page, children);
    if (file === page || below.size > 0) return below.add(resolve(app, file));
  }
  return new Set();
}
/** The pages that people come to when they have logged in. */
const firstOf = {
  learner: filesOf('features/overview/home/dashboard-page.tsx'),
  staff: filesOf('features/overview/staff-home/staff-overview-page.tsx'),
};
const firstPages = new Set([...firstOf.learner, ...firstOf.staff]);

type Context = Rolldown.ChunkingContext;

/** The modules of these files that load a module at once; with `later`, also those that may load it afterwards. */
function loading(files: Set<string>, id: string, context: Context, later = false, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const info = context.getModuleInfo(id);
  const importers = [...(info?.importers ?? []), ...(later ? (info?.dynamicImporters ?? []) : [])];
  const above = importers.flatMap((importer) => loading(files, importer, context, later, seen));
  return files.has(id.replace(/\?.*$/, '')) ? [id, ...above] : above;
}
const isLoading = (...wanted: Parameters<typeof loading>) => loading(...wanted).length > 0;

/** What `make` finds for a module, found once: the graph of a build is complete before its chunks are asked for. */
function once<T>(make: (id: string, context: Context) => T): (id: string, context: Context) => T {
  const found = new Map<string, { value: T }>();
  return (id, context) => {
    const one = found.get(id) ?? { value: make(id, context) };
    found.set(id, one);
    return one.value;
  };
}

/** Whether a module imports such a module, itself or by others. */
const bringing = (wanted: RegExp) => {
  const brings = (id: string, context: Context, seen: Set<string>): boolean => {
    if (wanted.test(id)) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return (context.getModuleInfo(id)?.importedIds ?? []).some((imported) => brings(imported, context, seen));
  };
  return once((id, context) => brings(id, context, new Set()));
};
const bringsSchemas = bringing(/node_modules[\\/]zod[\\/]/);
const makesCalls = bringing(/node_modules[\\/]zod[\\/]|\?thin$/);

const ofFeature = /features[\\/](\w+)[\\/]/;
/**
 * What reads and draws codes, and what passes an email on, stands in `lib`, and is of the few features that need it.
 */
const ofFew = /lib[\\/](codes[\\/]|session[\\/]carried-email\.)/;

/** The one feature that these pages belong to, if there is only one, and none of them surrounds the others. */
function onlyFeature(pages: readonly string[]): string | undefined {
  const [feature, ...others] = new Set(pages.map((page) => ofFeature.exec(page)?.[1]));
  return others.length === 0 ? feature : undefined;
}

/** What some public pages share, and others do not need. */
const ofSome: Readonly<Record<string, RegExp>> = {
  // courses: on most pages, but not where people log in
  catalogue:
    /ui[\\/](course-picture|forms[\\/]search-box)\.|contract[\\/]\w+[\\/](money|numbers|validity-words)\.|format[\\/](money|running-time)\./,
  // of one course or one certificate: days and times
  facts:
    /ui[\\/]facts\.|catalogue[\\/]course-standard\.|contract[\\/]\w+[\\/]dates\.|format[\\/]dates\.|lib[\\/]site\./,
  // where the number of a certificate is entered
  number: /forms[\\/]certificate-number-form\./,
  // where certificates are checked
  files: /forms[\\/]file-input\.|device[\\/]kept-offline\./,
};

type Kind = 'kit' | 'some' | 'schemas' | 'contract' | 'feature' | 'calls' | 'signed-in' | 'first' | 'guarded';
type Chunk = { kind: Kind; name: string };

/**
 * The layouts around each page of visitors, of learners and of staff are always loaded together, with what they need.
 */
const layouts: (Chunk & { files: RegExp })[] = [
  { kind: 'kit', name: 'kit', files: /web[\\/]app[\\/](root|shell[\\/](site|public)-layout)\.tsx/ },
  { kind: 'signed-in', name: 'signed-in', files: /[\\/]confirm-identity-layout\.tsx/ },
  { kind: 'first', name: 'learner', files: /[\\/](learner-layout|aboard-layout)\.tsx/ },
  { kind: 'first', name: 'staff', files: /[\\/](staff-area-layout|staff-pages|second-factor-gate)\.tsx/ },
];
/** Where the page begins: after its routes, so it is not part of what these load. */
const start = resolve(app, 'entry.client.tsx');

/**
 * The chunk of a module that several pages share follows from who can reach it: all public pages or those of one
 * feature (`-calls`: all of these validate what they send and receive, so that pages which do not are spared it),
 * learners, or staff; their first pages are separate from what only others need, and what both of these need
 * (`signed-in`) from what one does. A module that others than staff load only at some later moment has none of these:
 * the bundler leaves it with what loads it.
 */
const chunkOf = once((id, context): Chunk | undefined => {
  if (id === start) return undefined;
  const layout = layouts.find(({ files }) => files.test(id));
  if (layout) return layout;
  const pages = loading(atOnce, id, context);
  if (pages.length > 0) {
    const feature = onlyFeature(pages);
    if (bringsSchemas(id, context)) return { kind: 'schemas', name: 'schemas' };
    if (pages.every((page) => makesCalls(page, context))) {
      // what people load who have logged in comes in one file, and not in one for each feature
      const isOfOne = feature !== undefined && !isLoading(firstPages, id, context);
      return isOfOne ? { kind: 'calls', name: `${feature}-calls` } : { kind: 'contract', name: 'contract' };
    }
    const some = Object.keys(ofSome).find((name) => ofSome[name]?.test(id));
    if (some) return { kind: 'some', name: some };
    if (feature && (ofFeature.test(id) || ofFew.test(id))) return { kind: 'feature', name: feature };
    return { kind: 'kit', name: 'kit' };
  }
  if (isLoading(visitors, id, context, true)) return undefined;
  if (isLoading(learners, id, context)) {
    if (!isLoading(firstPages, id, context)) return { kind: 'guarded', name: 'own' };
    if (isLoading(firstOf.staff, id, context)) return { kind: 'signed-in', name: 'signed-in' };
    return { kind: 'first', name: 'learner' };
  }
  if (isLoading(learners, id, context, true)) return undefined;
  if (isLoading(firstOf.staff, id, context)) return { kind: 'first', name: 'staff' };
  return { kind: 'guarded', name: 'work' };
});

/** The name of a module's chunk if it is of this kind. */
const of = (kind: Kind) => (id: string, context: Context) => {
  const chunk = chunkOf(id, context);
  return chunk?.kind === kind ? chunk.name : null;
};

const ours = /web[\\/]app[\\/]|contract[\\/]|node_modules[\\/](zod|@tanstack)[\\/]|vite[\\/]preload-helper/;

/**
 * Groups of shared code in few files, each for those who need it (`chunkOf`), and between them, by name, parts that are
 * loaded later and together: what checks codes; what login and account need for passkeys, once one is used, and what
 * staff need for the academy's identity provider; what shows a learner their own states on public pages; what plays
 * films. By default, the bundler makes about a hundred files of it, thirty for the dashboard, which on a link of 600 ms
 * cost more in round trips than in bytes. A group includes the modules that its modules import, so the groups that
 * others depend on come first.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es)[\\/]/, priority: 7 },
  // Of codes, proofs and offline records: the page of a code needs the first alone, so that it does not bring the
  // second.
  { name: 'bases', test: /node_modules[\\/]@scure[\\/]base[\\/]/, minShareCount: 2, priority: 8 },
  { name: 'hashes', test: /node_modules[\\/]@noble[\\/]hashes[\\/]/, minShareCount: 2, priority: 8 },
  // what checks codes: of the page of a code, and of the part that checks PDFs; no other page needs it
  {
    name: 'codes',
    test: /certificates[\\/]check-code\.|contract[\\/]\w+[\\/](credential|withdrawals)\.|node_modules[\\/](@noble[\\/]ed25519|cborg)[\\/]/,
    minShareCount: 2,
    priority: 7,
  },
  { name: of('kit'), test: ours, priority: 6 },
  { name: of('some'), test: ours, minShareCount: 2, priority: 5 },
  { name: of('contract'), test: ours, minShareCount: 2, priority: 5 },
  { name: of('feature'), test: ours, minShareCount: 2, priority: 5 },
  { name: of('schemas'), test: ours, minShareCount: 2, priority: 4 },
  { name: of('calls'), test: ours, minShareCount: 2, priority: 3 },
  // what the login page loads at once, separate from what it loads when a passkey is used
  {
    name: 'passkey-support',
    test: /passkeys[\\/]passkey-support\.|contract[\\/]accounts[\\/]passkey-host\./,
    priority: 2,
  },
  { name: 'webauthn', test: /node_modules[\\/]@simplewebauthn[\\/]/, priority: 2 },
  { name: 'passkeys', test: /contract[\\/]accounts[\\/]passkeys\./, minShareCount: 2, priority: 2 },
  // what a public page loads for a learner who is signed in, and, with the player, for a film that visitors may watch:
  // calls that learners need on all of their pages, and dialogs
  {
    name: 'enrolling',
    test: /ui[\\/]dialogs[\\/](dialog|action-look)\.|enrolling[\\/](enrolment-parts|own-standings)\.|contract[\\/](values[\\/]enrolment-state|fees[\\/]fee-state)\.|contract[\\/](batches|enrolments|training)[\\/][\w-]+\.ts\?|features[\\/]training[\\/](wire|player[\\/]watched-stretches)\./,
    priority: 2,
  },
  // what plays films: those of a training, one that staff look at, and one that is open to visitors
  {
    name: 'player',
    test: /features[\\/]training[\\/](languages|player[\\/](?!watch)[\w-]+)\./,
    minShareCount: 2,
    priority: 2,
  },
  // what sends the seconds watched without a link: loaded once the first page is shown
  {
    name: 'records',
    test: /features[\\/]offline-records[\\/](api|record|record-store)\.|contract[\\/]offline-records[\\/]/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'sign-on', test: /sign-in[\\/]sign-on\.|contract[\\/]single-sign-on[\\/]/, priority: 2 },
  { name: of('signed-in'), test: ours, priority: 2 },
  { name: of('first'), test: ours, priority: 1 },
  { name: of('guarded'), test: ours, minShareCount: 2 },
];
