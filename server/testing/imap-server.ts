import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { freePort } from './free-port.ts';
import { selfSigned } from './tls.ts';

const dovecot = '/usr/sbin/dovecot';

/** What is missing for an IMAP server, as a sentence; undefined if nothing is. */
export const missingForImap = (): string | undefined =>
  existsSync(dovecot)
    ? undefined
    : 'There is no IMAP server. As root: apt-get install --no-install-recommends dovecot-imapd';

/** The account of the mailbox. */
const account = { user: 'progress@academy.example', pass: 'signal-flag' };

/** A real IMAP server (Dovecot) with one mailbox, in a folder of its own. It can be stopped and started again. */
export async function startImapServer() {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-imap-'));
  await chmod(folder, 0o755);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const isRoot = process.getuid?.() === 0;
  const { username, gid } = userInfo();
  const owner = isRoot ? { user: 'dovecot', group: 'dovecot' } : { user: username, group: `${gid}` };
  const { certFile, keyFile } = selfSigned(folder);
  const mail = join(folder, 'mail');
  await mkdir(mail);
  if (isRoot) {
    const [, uid = '', group = ''] = /^dovecot:[^:]*:(\d+):(\d+)/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
    await chown(mail, Number(uid), Number(group));
  }
  const settings = join(folder, 'dovecot.conf');
  await writeFile(
    settings,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
mail_location = maildir:${mail}/%u
first_valid_uid = 1
disable_plaintext_auth = no
ssl_cert = <${certFile}
ssl_key = <${keyFile}
${isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${gid}`}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${account.pass}
}
userdb {
  driver = static
  args = uid=${owner.user} gid=${owner.group} home=${mail}/%u
}
`,
  );
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(dovecot, ['-F', '-c', settings], { stdio: 'inherit' });
    for (let tries = 0; tries < 100 && !(await answers(port)); tries++) await pause(100);
  };
  const stop = async () => {
    if (!running || running.exitCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGTERM');
    await gone;
  };
  await start();
  const userInUrl = `${encodeURIComponent(account.user)}:${account.pass}`;

  /** Does something in the mailbox as its owner does. */
  async function within<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      doSTARTTLS: false,
      auth: account,
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }
  return {
    address: account.user,
    url: `imap://${userInUrl}@127.0.0.1:${port}/INBOX`,
    tlsUrl: `imaps://${userInUrl}@127.0.0.1:${tlsPort}/INBOX`,
    wrongUrl: `imap://${encodeURIComponent(account.user)}:other@127.0.0.1:${port}/INBOX`,
    start,
    stop,
    /** Delivers an email. */
    deliver: (email: string | Uint8Array) => within((client) => client.append('INBOX', Buffer.from(email))),
    /** How many emails are in a folder, and how many of them are marked as read; none in a folder that is not there. */
    countIn: (name: string) =>
      within(async (client) => {
        const known = await client.list();
        if (!known.some(({ path }) => path === name)) return { all: 0, seen: 0 };
        const { messages = 0, unseen = 0 } = (await client.status(name, { messages: true, unseen: true })) || {};
        return { all: messages, seen: messages - unseen };
      }),
    async end() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether something listens on a port of this machine. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
