import { fetchBounded } from '../../platform/fetch-bounded.ts';
import { uploadsPath } from '../../platform/files/resumable-uploads.ts';
import type { Ask } from './check-instances.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** A film of nobody. Without a login, the program answers 401 before it looks for it. */
const nobodys = '00000000-0000-4000-8000-000000000000';
const calls = [
  { method: 'PUT', path: `/api/trainingVideo/films/${nobodys}`, so: 'staff cannot change courses' },
  { method: 'DELETE', path: `${uploadsPath}/${nobodys}`, so: 'nothing can be removed' },
];

/** As long as the program's longest statement takes, and a little more, in milliseconds. */
const usualPatience = 16_000;

/** Whether the proxy passes on calls with other methods than those of forms. */
export async function checkMethods(publicUrl: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { method, path, so } of calls) {
    const { status } = await fetchBounded(`${publicUrl}${path}`, { method }, { mostBytes: 1024 });
    if (status !== 401)
      findings.push(
        wrong(
          `The proxy answers ${method} with ${status} in place of the program: ${so}.`,
          `Let it pass ${method} on for all of PUBLIC_URL, such as by removing limit_except or dav_methods in nginx.`,
        ),
      );
  }
  return findings.length > 0 ? findings : [fine('PUT and DELETE reach the program')];
}

/** Whether the proxy leaves `/.well-known` to the program, but for what certbot needs. */
export async function wellKnown(publicUrl: string): Promise<Finding> {
  const { status, bytes } = await fetchBounded(`${publicUrl}/.well-known/did.json`, {}, { mostBytes: 64 * 1024 });
  return isJson(bytes.toString())
    ? fine('/.well-known reaches the program')
    : wrong(
        `The proxy keeps /.well-known to itself (did.json: ${status}): nobody can verify digital badges.`,
        'In nginx, let location /.well-known/acme-challenge/ alone be the proxy’s, in place of /.well-known/.',
      );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the proxy waits for an answer as long as the program may take for one. */
export async function lateAnswers(ask: Ask, patience = usualPatience): Promise<Finding> {
  const begun = performance.now();
  const remedy = 'proxy_read_timeout 330s; in nginx, or timeout server 330s in haproxy';
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const cut = (how: string) =>
    wrong(`The proxy ends a call after ${seconds()} s (${how}): exports and other long calls fail.`, remedy);
  try {
    const { status } = await ask(`/diagnosis/late?milliseconds=${patience}`, { wait: patience + 10_000 });
    return status === 200 ? fine('The proxy waits for late answers') : cut(String(status));
  } catch {
    return cut('no answer');
  }
}
