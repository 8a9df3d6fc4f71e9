import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchBounded } from '../../platform/fetch-bounded.ts';
import { clamdScanner, eicar, signaturesOf } from '../../platform/files/clamd.ts';
import { timeStampAuthority } from '../../platform/time-stamps/authority.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

const run = promisify(execFile);

/** Signatures appear each day; a week is a mirror that was away. */
const staleAfterDays = 7;
const daysBetween = (from: Date | undefined, now: Date): number =>
  from === undefined ? 0 : Math.floor((now.getTime() - from.getTime()) / 86_400_000);

/**
 * The programs and services beside the academy: ffmpeg, clamd, the time-stamp authority, the login service of staff.
 */
export const checkServices = async (
  { ffmpeg, clamd, timeStamps, signOn }: Pick<Config, 'ffmpeg' | 'clamd' | 'timeStamps' | 'signOn'>,
  clock: () => Date,
): Promise<Finding[]> =>
  Promise.all([
    films(ffmpeg),
    scanning(clamd, clock),
    ...(timeStamps ? [stamping(timeStamps, clock)] : []),
    ...(signOn ? [signingOn(signOn.issuer)] : []),
  ]);

async function films(ffmpeg: Config['ffmpeg']): Promise<Finding> {
  const remedy = 'apt-get install ffmpeg, or set FFMPEG to its path.';
  if (ffmpeg === undefined) return look('Without ffmpeg, films have no smaller versions for slow links.', remedy);
  try {
    const { stdout } = await run(ffmpeg, ['-v', 'error', '-encoders']);
    if (!stdout.includes('libx264'))
      return wrong(`${ffmpeg} has no encoder libx264: films cannot be prepared.`, remedy);
    await run(join(dirname(ffmpeg), 'ffprobe'), ['-version']);
    return fine(`${ffmpeg}, with ffprobe`);
  } catch (error) {
    return wrong(`Films cannot be prepared: ${reasonOf(error)}.`, remedy);
  }
}

async function scanning(clamd: Config['clamd'], clock: () => Date): Promise<Finding> {
  if (!clamd)
    return look('Uploads are not scanned for malware.', 'Install clamav-daemon, and set CLAMD to its socket.');
  try {
    if (!(await clamdScanner(clamd)([Buffer.from(eicar)] as unknown as AsyncIterable<Uint8Array>)))
      return wrong('clamd does not find the test file that every scanner finds.', 'freshclam, then restart clamd');
    const days = daysBetween(await signaturesOf(clamd), clock());
    return days > staleAfterDays
      ? wrong(
          `The signatures of clamd are ${days} days old: newer malware is not found.`,
          'systemctl enable --now clamav-freshclam, and look into its log',
        )
      : fine('clamd finds the test file');
  } catch (error) {
    return wrong(`Nothing is scanned: ${reasonOf(error)}.`, 'Start clamd, or correct CLAMD.');
  }
}

async function stamping(config: NonNullable<Config['timeStamps']>, clock: () => Date): Promise<Finding> {
  try {
    await timeStampAuthority(config, clock).stamp(Buffer.from('Fairlead'));
    return fine(`The time-stamp authority ${new URL(config.url).host}`);
  } catch (error) {
    return wrong(
      `${reasonOf(error)}.`,
      'Correct TSA_URL and TSA_CA_FILE, and let this machine’s clock follow a time server.',
    );
  }
}

async function signingOn(issuer: string): Promise<Finding> {
  const remedy = 'Set OIDC_ISSUER to the issuer as the provider names it, and let this machine reach it.';
  try {
    const place = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, bytes } = await fetchBounded(place, {}, { mostBytes: 64 * 1024 });
    if (status !== 200) return wrong(`Staff’s login service answers ${status}.`, remedy);
    const named = new URL(JSON.parse(bytes.toString()).issuer).href;
    return named === issuer
      ? fine(`Staff’s login service ${issuer}`)
      : wrong(`Staff’s login service calls itself ${named}.`, remedy);
  } catch (error) {
    return wrong(`Staff’s login service cannot be used: ${reasonOf(error)}.`, remedy);
  }
}
