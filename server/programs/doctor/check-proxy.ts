import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fetchBounded } from '../../platform/fetch-bounded.ts';
import { uploadsPath } from '../../platform/files/resumable-uploads.ts';
import { type Diagnosis, diagnosisToken, PROBE_FILE } from '../../platform/http/diagnosis.ts';
import type { Config } from '../../settings/config.ts';
import { isThisMachine } from '../../settings/environment.ts';
import { type Ask, checkInstances } from './check-instances.ts';
import { daysUntil, leastDays } from './check-keys.ts';
import { checkMethods, lateAnswers, wellKnown } from './check-proxy-calls.ts';
import { attempt, type Finding, fine, look, reasonOf, set, wrong } from './finding.ts';

type Site = Pick<
  Config,
  'publicUrl' | 'host' | 'port' | 'secrets' | 'trustedProxies' | 'handOver' | 'dataDir' | 'files'
>;

/** An IP address of nobody (RFC 5737), which a visitor might claim to have. */
const claimed = '203.0.113.9';
/** A chunk of a film, in bytes: the largest body that people send. */
const chunkBytes = 8 * 2 ** 20;
/** A proxy that has not passed on the beginning of a body by then waits for all of it, in milliseconds. */
const patience = 3000;

/** Checks that people reach the program at PUBLIC_URL, through the proxy in front of it if there is one. */
export async function checkProxy(
  site: Site,
  { clock, patience }: { clock: () => Date; patience?: number | undefined },
): Promise<Finding[]> {
  const { publicUrl } = site;
  const remedy = 'Start the program, and let the proxy pass all of PUBLIC_URL on to it.';
  const ask: Ask = (path, bounds) => {
    const authorization = `Bearer ${diagnosisToken(site.secrets.link, clock())}`;
    // each on a connection of its own: another instance may answer the next one
    const headers = { authorization, 'x-forwarded-for': claimed, connection: 'close' };
    return fetchBounded(`${publicUrl}${path}`, { headers }, { mostBytes: 64 * 1024, ...bounds });
  };
  try {
    const health = await fetchBounded(`${publicUrl}/healthz`, {}, { mostBytes: 1024 });
    if (health.status !== 200 || !health.bytes.toString().includes('"ok"'))
      return [wrong(`Something else than Fairlead answers at ${publicUrl}, with ${health.status}.`, remedy)];
  } catch (error) {
    return [wrong(`Nobody can reach ${publicUrl}: ${reasonOf(error)}.`, remedy)];
  }
  const { status, bytes } = await ask('/diagnosis');
  if (status !== 200)
    return [
      wrong(
        `The program at ${publicUrl} has other secrets than these settings, or another clock.`,
        'Run the doctor with the program’s own settings, and let this machine’s clock follow a time server.',
      ),
    ];
  const seen: Diagnosis = JSON.parse(bytes.toString());
  const checks: (() => Promise<Finding[]>)[] = [
    async () => [await encryption(publicUrl, clock())],
    async () => [addresses(seen, site)],
    async () => [await bodies(publicUrl)],
    () => checkMethods(publicUrl),
    async () => [await wellKnown(publicUrl)],
    async () => (site.handOver === undefined ? [] : [await handedOver(site, () => ask('/diagnosis/file'))]),
    async () => (isDirect(site) ? [] : [await lateAnswers(ask, patience)]),
    () => checkInstances(site, ask),
    async () => [waiting(seen)],
  ];
  const findings = [];
  for (const check of checks) findings.push(...(await attempt(check)));
  return [fine(`The program answers at ${publicUrl}`), ...findings];
}

/** Whether PUBLIC_URL is the program itself, with nothing in front of it. */
const isDirect = ({ publicUrl, host, port }: Site): boolean =>
  new URL(publicUrl).port === String(port) || publicUrl === `http://${host}:${port}`;

/** Whether it is reached by https, and how long its certificate is valid. */
async function encryption(publicUrl: string, now: Date): Promise<Finding> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === 'http:')
    return isThisMachine(publicUrl)
      ? fine('Reached from this machine only, without https')
      : wrong(
          'Passwords and documents can be read on their way.',
          'Let the proxy serve https, and set PUBLIC_URL to it.',
        );
  const end = await new Promise<Date>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('error', reject);
  });
  const days = daysUntil(end, now);
  return days < leastDays
    ? look(`The certificate of ${hostname} ends in ${days} days.`, 'Renew it: certbot renew')
    : fine(`The certificate of ${hostname} is valid for ${days} days`);
}

/** Whether limits and the audit see a visitor's IP address: not the proxy's, and not one that the visitor claims. */
function addresses({ address, forwardedFor }: Diagnosis, site: Site): Finding {
  const { trustedProxies } = site;
  if (address === claimed)
    return wrong(
      'Visitors can claim any IP address: TRUST_PROXY counts more proxies than add one to X-Forwarded-For.',
      'Lower TRUST_PROXY, or let the proxy add the address: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    );
  // behind what this request claimed, there is an address for each proxy
  const all = forwardedFor?.split(',').map((one) => one.trim()) ?? [];
  const added = all.slice(all.indexOf(claimed) + 1).length;
  if (added > trustedProxies)
    return wrong(
      'All visitors have the IP address of a proxy: one of them can use up everybody’s limits.',
      set('TRUST_PROXY', added === 1 ? 'true' : String(added)),
    );
  return trustedProxies === 0 && !isDirect(site)
    ? wrong(
        'The proxy does not say which IP address a visitor has: one of them can use up everybody’s limits.',
        `Let the proxy send X-Forwarded-For. ${set('TRUST_PROXY', 'true')}`,
      )
    : fine(`Limits see the address of a visitor (${address})`);
}

/** Sends the beginning of a chunk of a film, which the program refuses at once. */
async function bodies(publicUrl: string): Promise<Finding> {
  const status = await answerToBeginning(`${publicUrl}${uploadsPath}/00000000-0000-4000-8000-000000000000`).catch(
    reasonOf,
  );
  if (status === 401) return fine('Uploads reach the program as they arrive');
  if (status === 413)
    return wrong('The proxy refuses large bodies: films cannot be uploaded.', 'client_max_body_size 0; in nginx');
  if (status === undefined)
    return look(
      'The proxy waits for a whole upload before it passes it on: its own limits apply to slow links.',
      'proxy_request_buffering off; in nginx',
    );
  return wrong(`The beginning of an upload is answered with ${status}.`, 'Let the proxy pass PATCH on to the program.');
}

/** The status of the answer to a body that does not end; undefined if there is none in time. */
function answerToBeginning(url: string): Promise<number | undefined> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = { 'content-type': 'application/offset+octet-stream', 'content-length': chunkBytes };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method: 'PATCH', headers, agent: false }, ({ statusCode }) =>
      end(() => resolve(statusCode)),
    );
    const timer = setTimeout(() => end(() => resolve(undefined)), patience);
    function end(then: () => void) {
      clearTimeout(timer);
      sent.destroy();
      then();
    }
    sent.on('error', (error) => end(() => reject(error)));
    sent.write('f');
  });
}

/** Whether the web server in front sends the files that ACCEL_REDIRECT leaves to it. */
async function handedOver({ dataDir }: Site, ask: () => Promise<{ status: number; bytes: Buffer }>): Promise<Finding> {
  const file = join(dataDir, 'files', PROBE_FILE);
  const content = randomBytes(1000);
  await writeFile(file, content);
  // as films, which the web server reads by its group
  await chmod(file, 0o640);
  try {
    const { status, bytes } = await ask();
    if (status === 200 && bytes.equals(content)) return fine('The web server in front sends films');
    return wrong(
      `The web server in front does not send what ACCEL_REDIRECT leaves to it (${status}, ${bytes.length} bytes): no film plays.`,
      'Serve DATA_DIR/files at that path, readable for the web server, as docs/operations/install.md shows; or leave ACCEL_REDIRECT out.',
    );
  } finally {
    await rm(file, { force: true });
  }
}

const waiting = ({ jobsGivenUp }: Diagnosis): Finding =>
  jobsGivenUp === 0
    ? fine('No job was given up')
    : look(
        `${jobsGivenUp} jobs were given up, such as emails that nobody got.`,
        'Staff see them under Settings, with the reason, and can start them again.',
      );
