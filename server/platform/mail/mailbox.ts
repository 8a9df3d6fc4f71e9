import { ImapFlow, type MailboxLockObject } from 'imapflow';
import { isThisMachine } from '../../environment.ts';
import { Away } from '../outage.ts';

/** A mailbox that the program reads, by IMAP. */
export type MailboxConfig = {
  /** `imaps://user:password@host/folder`. */
  url: string;
  /** The email address to which people send. */
  address: string;
};

/**
 * What became of an email. One that was `taken` is marked as read and moved, one that was `left` is moved as it is, so
 * that staff see it; `later`: it stays where it is, and is read again.
 */
export type Fate = 'taken' | 'left' | 'later';

/** The folders to which emails are moved. The program makes them, and never deletes an email. */
export const mailFolders = { taken: 'Fairlead taken', left: 'Fairlead left' } as const;

/** How long the mail server may take to connect and for its greeting, in milliseconds; an answer takes three times as long. */
const usualPatience = 20_000;

/** The folder that a URL names, or the inbox. */
const folderIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';

/** A connection that is not open yet. Outside of this machine, nothing is sent unencrypted, least of all the password. */
function clientFor(url: string, patience: number): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url);
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    secure: protocol === 'imaps:',
    ...(protocol === 'imap:' && { doSTARTTLS: !isThisMachine(url) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: 3 * patience },
    ...{ disableAutoIdle: true, logger: false },
  });
  // what breaks off rejects what waits for it; without a listener it would end the program
  client.on('error', () => undefined);
  return client;
}

type ImapError = Error & { responseText?: string };

/** An error of the connection or the mail server, as an outage. */
function away(error: unknown): Away {
  const { message, responseText } = error as ImapError;
  return new Away(`The mailbox could not be read: ${responseText ?? message}`, { cause: error });
}

type Connecting = { patience: number; signal?: AbortSignal };

/** Does something with the open mailbox. @throws Away when it cannot be opened, and an AbortError. */
async function withMailbox<Result>(
  { url }: MailboxConfig,
  { patience, signal }: Connecting,
  work: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const client = clientFor(url, patience);
  // a shutdown does not wait for a mail server that does not answer
  signal?.addEventListener('abort', () => client.close(), { once: true });
  let lock: MailboxLockObject | undefined;
  try {
    await client.connect();
    lock = await client.getMailboxLock(folderIn(url));
  } catch (error) {
    client.close();
    signal?.throwIfAborted();
    throw away(error);
  }
  try {
    return await work(client);
  } finally {
    lock.release();
    await client.logout().catch(() => client.close());
  }
}

/** How many emails wait in the mailbox. @throws Away */
export const countWaiting = (config: MailboxConfig, { patience = usualPatience } = {}): Promise<number> =>
  withMailbox(config, { patience }, async ({ mailbox }) => (mailbox ? mailbox.exists : 0));

type Reading = {
  /** The most bytes of an email that is read. */
  maxBytes: number;
  /** Takes an email; undefined for one with more bytes. */
  take: (email: Uint8Array | undefined) => Promise<Fate>;
  /** When it aborts, the connection is closed; what is not moved then is read again. */
  signal: AbortSignal;
  patience?: number;
};

/**
 * Reads all emails in the mailbox, the oldest first, and moves those that were dealt with. An email that was taken and
 * could not be moved is read again: taking one must be idempotent.
 *
 * @throws Away when the mailbox cannot be read, what `take` throws, and an AbortError.
 */
export async function readMailbox(
  config: MailboxConfig,
  { maxBytes, take, signal, patience = usualPatience }: Reading,
): Promise<void> {
  await withMailbox(config, { patience, signal }, async (client) => {
    const mail = asOutage(client, signal);
    for (const uid of await mail.uids()) {
      signal.throwIfAborted();
      const fate = await take(await mail.read(uid, maxBytes));
      if (fate !== 'later') await mail.move(uid, fate);
    }
  });
}

/** What is asked of the mail server; all of its errors are outages, unless the connection was to end. */
function asOutage(client: ImapFlow, signal: AbortSignal) {
  const made = new Set<string>();
  const of =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      ask(...args).catch((error: unknown) => {
        signal.throwIfAborted();
        throw away(error);
      });
  return {
    uids: of(async () => {
      const found = await client.search({ deleted: false }, { uid: true });
      if (!found) throw new Error('the mail server refused a search');
      return found.toSorted((one, other) => one - other);
    }),
    /** The email; undefined for one with too many bytes. Reading does not mark it as read. */
    read: of(async (uid: number, maxBytes: number) => {
      const known = await client.fetchOne(`${uid}`, { size: true }, { uid: true });
      if (!known || (known.size ?? 0) > maxBytes) return undefined;
      const email = await client.fetchOne(`${uid}`, { source: { maxLength: maxBytes } }, { uid: true });
      return email ? email.source : undefined;
    }),
    move: of(async (uid: number, fate: Exclude<Fate, 'later'>) => {
      const folder = mailFolders[fate];
      if (!made.has(folder)) await client.mailboxCreate([folder]);
      made.add(folder);
      if (fate === 'taken') await client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true });
      if (!(await client.messageMove(`${uid}`, [folder], { uid: true })))
        throw new Error('the mail server did not move an email');
    }),
  };
}
