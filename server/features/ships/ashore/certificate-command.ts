import { spawn } from 'node:child_process';
import { mostChainText } from '../origin/certificate-chain.ts';

/** Why the operator's command gave no certificate; the message is a sentence for staff. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** How long it may take, in milliseconds: an authority may look for a record of DNS for minutes. */
const patience = 10 * 60_000;

/**
 * Runs the operator's command that gets a certificate (SHIP_CERTIFICATE_COMMAND): without a shell, with the host as its
 * only argument, the request on its standard input, and nothing of the program's environment but where programs are. It
 * is ended with all that it has started when it takes too long or writes too much.
 *
 * @returns its standard output.
 * @throws CommandFailed
 */
export async function runCertificateCommand(
  command: string,
  { host, request }: { host: string; request: string },
  { signal, wait = patience }: { signal: AbortSignal; wait?: number },
): Promise<string> {
  const { PATH, HOME } = process.env;
  if (signal.aborted) throw new CommandFailed('The command for certificates gave none: the program was stopped.');
  // a group of its own, so that what a script has started ends with it
  const child = spawn(command, [host], { stdio: 'pipe', detached: true, env: { PATH, HOME } });
  let failure: string | undefined;
  const end = (why: string) => {
    failure ??= why;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // it has ended
    }
    // what has left the group may hold them open
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => end(`it took more than ${wait / 1000} s`), wait);
  const stop = () => end('the program was stopped');
  signal.addEventListener('abort', stop);
  let chain = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    chain += text;
    if (chain.length > mostChainText) end('what it wrote is no chain of certificates: it is too large');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-300);
  });
  // it need not read the request
  child.stdin.on('error', () => undefined).end(request);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailed(`The command for certificates cannot be started (${error.code}).`);
    });
    if (code !== 0) failure ??= `it ended with code ${code}${complaint && `: ${complaint.trim()}`}`;
    if (failure !== undefined) throw new CommandFailed(`The command for certificates gave none: ${failure}.`);
    return chain;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
