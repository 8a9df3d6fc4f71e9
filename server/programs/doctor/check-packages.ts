import { isIP } from 'node:net';
import { fetchBounded } from '../../platform/fetch-bounded.ts';
import type { Config } from '../../settings/config.ts';
import { isThisMachine } from '../../settings/environment.ts';
import { type Finding, fine, look, reasonOf, set, wrong } from './finding.ts';

type Settings = Pick<Config, 'publicUrl' | 'content'>;

/** Checks that packages can be played, at a domain whose cookies are not the academy's. */
export async function checkPackages(settings: Settings): Promise<Finding[]> {
  const { url } = settings.content;
  if (url === undefined)
    return [look('SCORM packages cannot be played: CONTENT_URL is not set.', set('CONTENT_URL', 'https://…'))];
  return [...checkDomains(settings.publicUrl, url), ...(await checkPlayer(url, settings))];
}

/** Whether the second origin answers, unless the academy itself does not, which is found elsewhere. */
async function checkPlayer(url: string, { publicUrl, content }: Settings): Promise<Finding[]> {
  const remedy = `Let the proxy pass all of CONTENT_URL on to port ${content.port} (CONTENT_PORT), which only packages have.`;
  const statusOf = async (place: string) => (await fetchBounded(place, {}, { mostBytes: 1024 })).status;
  try {
    const status = await statusOf(`${url}/player/player.js`);
    return status === 200
      ? [fine(`Packages are played at ${url}`)]
      : [wrong(`Something else than the player of packages answers at CONTENT_URL (${url}), with ${status}.`, remedy)];
  } catch (error) {
    const isUp = await statusOf(`${publicUrl}/healthz`).catch(() => undefined);
    if (isUp !== 200) return [];
    return [
      wrong(`SCORM packages cannot be played: nobody can reach CONTENT_URL (${url}): ${reasonOf(error)}.`, remedy),
    ];
  }
}

/** Whether the domain of packages is another one than the academy's. */
export function checkDomains(publicUrl: string, url: string): Finding[] {
  if (isThisMachine(publicUrl)) return [fine('On this machine, packages need no domain of their own')];
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
