import { isIP } from 'node:net';
import type { Config } from '../../settings/config.ts';
import { isThisMachine } from '../../settings/environment.ts';
import { type Finding, fine, look, set } from './finding.ts';

/** Checks that packages are played at a domain whose cookies are not the academy's. */
export function checkPackages({ publicUrl, content }: Pick<Config, 'publicUrl' | 'content'>): Finding[] {
  const { url } = content;
  if (url === undefined)
    return [look('SCORM packages cannot be played: CONTENT_URL is not set.', set('CONTENT_URL', 'https://…'))];
  if (isThisMachine(publicUrl)) return [fine('Packages are played on this machine')];
  const [academy, second] = [new URL(publicUrl).hostname, new URL(url).hostname];
  return [
    sharesDomain(academy, second)
      ? look(
          `Packages at ${second} can set cookies for ${academy}: deleting them deletes those of all sites of this domain.`,
          'Set CONTENT_URL to a host of another registered domain.',
        )
      : fine(`Packages are played at another domain (${second})`),
  ];
}

/**
 * Whether two hosts share a domain that somebody can register, as far as their names say it: two labels, or three below
 * the short second levels of a country, such as co.in. The list of all public suffixes has 10,000 entries, too much for
 * one sentence of the doctor; a domain of three letters below a country is taken for such a level.
 */
function sharesDomain(one: string, other: string): boolean {
  if (one === other) return true;
  if (isIP(one) || isIP(other)) return false;
  if (one.endsWith(`.${other}`) || other.endsWith(`.${one}`)) return true;
  const [a, b] = [one, other].map((host) => host.split('.').reverse());
  const shared = a?.findIndex((label, index) => label !== b?.[index]) ?? 0;
  const [country = '', level = ''] = a ?? [];
  return shared > (country.length === 2 && level.length <= 3 ? 2 : 1);
}
