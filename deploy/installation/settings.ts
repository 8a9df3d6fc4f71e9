import { readFileSync } from 'node:fs';
import { places } from './places.ts';

/**
 * The settings in a file that systemd reads as EnvironmentFile=: a line `NAME=value` each, in quotes or not; lines that
 * begin with # or ; are comments. Of what else systemd permits, backslashes and values over several lines, none is
 * needed for a setting.
 *
 * @throws Error for a line that is none of these
 */
export function readSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trim();
    if (written === '' || /^[#;]/.test(written)) continue;
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(written) ?? [];
    if (name === undefined || value.includes('\\'))
      throw new Error(`Line ${index + 1} of ${places.settings} cannot be read: write NAME=value, without a backslash.`);
    settings[name] = /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
  }
  return settings;
}

/** Those of the installed academy. */
export const ownSettings = (): Record<string, string> => readSettings(readFileSync(places.settings, 'utf8'));

/**
 * The addresses on which systemd listens for the program, in its order: its own, and that of packages where they have a
 * URL.
 */
export function socketsOf({ HOST = '', PORT = '3000', CONTENT_URL, CONTENT_PORT }: Record<string, string>): string[] {
  const host = HOST === '' || HOST === 'localhost' ? '127.0.0.1' : HOST;
  const port = PORT === '' ? '3000' : PORT;
  const ports = CONTENT_URL ? [port, CONTENT_PORT || String(Number(port) + 1)] : [port];
  return ports.map((one) => `${host.includes(':') ? `[${host}]` : host}:${one}`);
}

/** The settings of a new academy, as a file. Its secrets are files in another folder. */
export const newSettings = ({ url, admin, nginx }: { url: string; admin: string; nginx: boolean }): string =>
  [
    `# The settings of the academy; ${places.current}/docs/operations/install.md lists them. Secrets are files in ${places.secrets}.`,
    `PUBLIC_URL=${url}`,
    `ADMIN_EMAIL=${admin}`,
    '# the web server in front of the program is on this machine',
    'TRUST_PROXY=true',
    '# browsers use only https for this host; subdomains: for all hosts below it, too',
    'HSTS=host',
    ...(nginx ? ['# nginx sends films', 'ACCEL_REDIRECT=/stored'] : []),
    '',
  ].join('\n');
