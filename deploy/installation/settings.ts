import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { CannotInstall, places } from './places.ts';

/**
 * The settings in a file that systemd reads as EnvironmentFile=: a line `NAME=value` each, in quotes or not; lines that
 * begin with # or ; are comments. Of what else systemd permits, backslashes and values over several lines, none is
 * needed for a setting. One with an empty value counts as not set, as in the program.
 *
 * @throws CannotInstall for a line that is none of these
 */
export function readSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trim();
    if (written === '' || /^[#;]/.test(written)) continue;
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(written) ?? [];
    if (name === undefined || value.includes('\\'))
      throw new CannotInstall(
        `Line ${index + 1} of ${places.settings} cannot be read: write NAME=value, without a backslash.`,
      );
    settings[name] = /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
}

/** Those of the installed academy. */
export const ownSettings = (): Record<string, string> => readSettings(readFileSync(places.settings, 'utf8'));

/**
 * The addresses on which systemd listens for the program, in its order: its own, and that of packages where they have a
 * URL.
 *
 * @throws CannotInstall for what systemd would refuse
 */
export function socketsOf(settings: Record<string, string>): string[] {
  const { HOST = '127.0.0.1', PORT = '3000', CONTENT_URL, CONTENT_PORT = String(Number(PORT) + 1) } = settings;
  const host = HOST === 'localhost' ? '127.0.0.1' : HOST;
  if (isIP(host) === 0 || host.includes('%'))
    throw new CannotInstall(`HOST is ${HOST}: write an address of this machine in ${places.settings}, or 0.0.0.0.`);
  const ports = CONTENT_URL ? [PORT, CONTENT_PORT] : [PORT];
  for (const [which, port] of ports.entries())
    if (!/^[1-9]\d*$/.test(port) || Number(port) > 65_535)
      throw new CannotInstall(`${which === 0 ? 'PORT' : 'CONTENT_PORT'} is ${port}: write a port from 1 to 65535.`);
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
