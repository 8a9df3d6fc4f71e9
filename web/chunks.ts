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

/** The part of a public page that plays films: it is loaded only for somebody who wants to watch one. */
const player = 'features/training/open-film-page.tsx';

const publicEntries = entriesBelow('shell/public-layout.tsx');
publicEntries.delete(resolve(app, player));
const learnerEntries = entriesBelow('shell/learner-layout.tsx');
const fileOf = (id: string) => id.replace(/\?.*$/, '');
type Context = Rolldown.ChunkingContext;
type Name = (id: string, context: Context) => string | null;

/** Whether one of these pages needs a module. */
function isFor(entries: Set<string>, id: string, context: Context, seen = new Set<string>()): boolean {
  if (entries.has(fileOf(id))) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (context.getModuleInfo(id)?.importers ?? []).some((importer) => isFor(entries, importer, context, seen));
}
const isPublic = (id: string, context: Context) => isFor(publicEntries, id, context);

const schemas = /node_modules[\\/]zod[\\/]/;

/** Whether a module imports zod, as every module does that imports a call from the contract. */
function bringsSchemas(id: string, context: Context, seen = new Set<string>()): boolean {
  if (schemas.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (context.getModuleInfo(id)?.importedIds ?? []).some((imported) => bringsSchemas(imported, context, seen));
}

/** The form of the pages that check certificates, which no other page needs. */
const check = /certificates[\\/](verify-panel|verify-form|scan-code|scanned-text|camera-scan|drop-zone)\./;
/** Few public pages show anything of certificates or courses, so none of it is in the kit of all. */
const ofFewPages = /features[\\/](certificates|courses)[\\/]/;

const kit: Name = (id, context) =>
  isPublic(id, context) && !bringsSchemas(id, context) && !ofFewPages.test(id) ? 'kit' : null;
/** Parts of the contract that the pages of one feature need: they go with its code. */
const ofOneFeature = /contract[\\/](accounts|certificates|own-certificates|people-import|public-log|phone-numbers)\./;
const contract: Name = (id, context) => (isPublic(id, context) && !ofOneFeature.test(id) ? 'contract' : null);
const feature: Name = (id, context) =>
  isPublic(id, context) ? (/features[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null) : null;
const guarded: Name = (id, context) => {
  if (isPublic(id, context)) return null;
  return isFor(learnerEntries, id, context) ? 'learner' : 'staff';
};

const ours = /web[\\/]app[\\/]|contract[\\/]/;

/**
 * Groups of shared code in few files, each for the pages that need it: React with its router; the UI components of
 * public pages; zod and the contract's calls, for pages that make calls or have a form; other code that the pages of a
 * feature share; what login and account need for passkeys, once one is used, and what staff need for the academy's
 * identity provider; what shows a learner their own states on public pages; what plays films; and what only learners or only staff need. By default, the bundler makes about a hundred files of
 * it, thirty for the dashboard, which on a link of 600 ms cost more in round trips than in bytes. A group includes the
 * modules that its modules import, so the groups that others depend on come first.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es)[\\/]/, priority: 6 },
  // what checks codes: of the page of a code, and of the part that checks PDFs; no other page needs it
  {
    name: 'codes',
    test: /certificates[\\/]check-code\.|contract[\\/](credential|withdrawals)\.|node_modules[\\/](@noble[\\/]ed25519|@scure[\\/]base|cborg)[\\/]/,
    minShareCount: 2,
    priority: 6,
  },
  // what every page loads once it is shown, and nothing else with it
  { name: 'offline', test: /lib[\\/]device[\\/](offline|trusted-types)\./, priority: 5 },
  { name: kit, test: ours, minShareCount: 2, priority: 5 },
  { name: contract, test: /node_modules[\\/]zod[\\/]|contract[\\/]/, minShareCount: 2, priority: 4 },
  { name: 'check', test: check, minShareCount: 2, priority: 3 },
  { name: feature, test: ours, minShareCount: 2, priority: 3 },
  // what the login page loads at once, separate from what it loads when a passkey is used
  { name: 'passkey-support', test: /passkeys[\\/]passkey-support\.|contract[\\/]passkey-host\./, priority: 2 },
  { name: 'webauthn', test: /node_modules[\\/]@simplewebauthn[\\/]/, priority: 2 },
  { name: 'passkeys', test: /contract[\\/]passkeys\./, minShareCount: 2, priority: 2 },
  // what a public page loads for a learner who is signed in, and, with the player, for a film that visitors may watch:
  // calls that learners need on all of their pages
  {
    name: 'enrolling',
    test: /enrolling[\\/](enrolment-parts|own-standings)\.|contract[\\/](enrolment|fee-s|training|films|presence-checks|watch-record)|features[\\/]training[\\/](wire|player[\\/]watched-stretches)\./,
    priority: 2,
  },
  // what plays films: those of a training, one that staff look at, and one that is open to visitors
  {
    name: 'player',
    test: /features[\\/]training[\\/](languages|player[\\/](?!watch)[\w-]+)\./,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'sign-on', test: /sign-in[\\/]sign-on\.|contract[\\/]single-sign-on\./, priority: 2 },
  {
    name: guarded,
    test: /web[\\/]app[\\/]|contract[\\/]|node_modules[\\/]@tanstack[\\/]/,
    minShareCount: 2,
    priority: 1,
  },
];
