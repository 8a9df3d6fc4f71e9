import { existsSync, readdirSync } from 'node:fs';
import { Environment } from './environment.ts';
import { secretSettings } from './secret-settings.ts';

const settings: readonly string[] = Object.keys(Environment.shape);
const withFiles = [...settings, ...secretSettings.map((name) => `${name}_FILE`)];

/** Beginnings that only our settings have; other programs have settings such as SMTP_HOST in the same environment. */
const ours = /^(BRAND|OIDC|SIGNATORY|CERTIFICATE|TSA|PDF_KEY|ADMIN|CONTENT|FILMS|UPLOADS?)_/;

/**
 * What Kubernetes sets for every service of a namespace, and Docker for a link: for one named `content`,
 * CONTENT_SERVICE_HOST, CONTENT_PORT_443_TCP_ADDR and others.
 */
const ofService = /_SERVICE_HOST$|_SERVICE_PORT|_PORT_\d{1,5}_(TCP|UDP|SCTP)/;
const isOfService = (name: string, value = '') =>
  ofService.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value));

/** Settings of earlier versions that are ignored, and what there is in their place. */
const removedSettings: Readonly<Record<string, string>> = {
  BRAND_FACEBOOK: 'administrators enter the link under Settings',
  BRAND_INSTAGRAM: 'administrators enter the link under Settings',
  BRAND_LINKEDIN: 'administrators enter the link under Settings',
  MAX_UPLOADS_MB: 'it is five times MAX_FILM_MB',
  UPLOADS_A_DAY: 'it is 60',
  UPLOAD_MB_A_DAY: 'it is 300',
};

/**
 * A name that is no setting, and the setting that is probably meant, or what there is in the place of a removed one.
 */
export type UnknownSetting = { name: string } & ({ meant: string } | { instead: string });

/**
 * Names in an environment that are no settings and look as if they were meant to be: a slip of one letter or two, or
 * with a beginning of ours, unless a service of that name is meant; and files among systemd's credentials that are no
 * secrets. Everything else is another program's.
 */
export function unknownSettings(given: NodeJS.ProcessEnv): UnknownSetting[] {
  const names = Object.entries(given).flatMap(([name, value]) =>
    withFiles.includes(name) || !/^[A-Z][A-Z0-9_]*$/.test(name) || isOfService(name, value) ? [] : [name],
  );
  const slips = names.flatMap((name): UnknownSetting[] => {
    const instead = removedSettings[name];
    if (instead !== undefined) return [{ name, instead }];
    const { meant, distance } = nearest(name, withFiles);
    return ours.test(name) || distance <= (name.length < 8 ? 1 : 2) ? [{ name, meant }] : [];
  });
  const folder = given.CREDENTIALS_DIRECTORY;
  const prefix = 'fairlead_';
  const files = secretSettings.map((name) => prefix + name.toLowerCase().replaceAll('_', '-'));
  const credentials = (folder !== undefined && existsSync(folder) ? readdirSync(folder) : []).filter(
    (name) => name.startsWith(prefix) && !files.includes(name),
  );
  const withoutPrefix = (name: string) => name.slice(prefix.length);
  return [
    ...slips,
    ...credentials.map((name) => ({
      name: `the secret ${withoutPrefix(name)}`,
      meant: withoutPrefix(nearest(name, files).meant),
    })),
  ];
}

/** The setting to which the fewest letters have to be changed, added or left out. */
function nearest(name: string, known: readonly string[]): { meant: string; distance: number } {
  const found = known.map((meant) => ({ meant, distance: editDistance(name, meant) }));
  return found.reduce((best, one) => (one.distance < best.distance ? one : best));
}

/** How many letters have to be changed, added or left out (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The same in a sentence. */
export const unknownInWords = (one: UnknownSetting): string =>
  'instead' in one
    ? `${one.name} is no longer used: ${one.instead}`
    : `${one.name} is no setting; ${one.meant} may be meant`;
