import type { ImapFlow, MailboxLockObject } from 'imapflow';
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
 * How an email was handled. One that was `taken` is marked as read and moved, one that was `left` is moved as it is, so
 * that staff see it; `later`: it stays where it is, and is read again.
 */
export type Handling = 'taken' | 'left' | 'later';

/** The folders to which emails are moved. The program makes them, and never deletes an email. */
export const mailFolders = { taken: 'Fairlead taken', left: 'Fairlead left' } as const;

/**
 * How long the mail server may take to connect and for its greeting, in milliseconds; an answer takes three times as
 * long.
 */
const usualPatience = 20_000;

/** The folder that a URL names, or the inbox. */
const folderIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX';

/** Bytes that answers may have beside an email: its framing, and the numbers of some hundred thousand emails. */
const framing = 2_000_000;

/**
 * A connection that is not open yet. Outside of this machine, nothing is sent unencrypted, least of all the password.
 */
async function clientFor(url: string, { patience, maxBytes = 0 }: Connecting): Promise<ImapFlow> {
  // the library is read when it is needed: most academies have no mailbox
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password } = new URL(url);
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    secure: protocol === 'imaps:',
    ...(protocol === 'imap:' && { doSTARTTLS: !isThisMachine(url) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: 3 * patience },
    ...{ disableAutoIdle: true, logger: false },
    // what a mail server sends is held in memory; compressed, a few bytes would be many
    ...{ maxLiteralSize: maxBytes + 10_000, maxResponseSize: maxBytes + framing, disableCompression: true },
  });
  // pending calls are rejected when the connection is lost; an 'error' event without a listener would end the program
  client.on('error', () => undefined);
  return client;
}

type ImapError = Error & { code?: string; responseStatus?: string; responseText?: string };

/** An error of the connection or the mail server, as an outage. */
function away(error: unknown): Away {
  const { message, responseText } = error as ImapError;
  return new Away(`The mailbox could not be read: ${responseText ?? message}`, { cause: error });
}

type Connecting = { patience: number; maxBytes?: number; signal?: AbortSignal };

/** Does something with the open mailbox. @throws Away when it cannot be opened, and an AbortError. */
async function withMailbox<Result>(
  { url }: MailboxConfig,
  connecting: Connecting,
  work: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const { signal } = connecting;
  const client = await clientFor(url, connecting);
  signal?.throwIfAborted();
  // a shutdown does not wait for a mail server that does not answer
  const close = () => client.close();
  signal?.addEventListener('abort', close);
  try {
    const lock = await openFolder(client, folderIn(url)).catch((error: unknown) => {
      client.close();
      signal?.throwIfAborted();
      throw away(error);
    });
    try {
      return await work(client);
    } finally {
      lock.release();
      await client.logout().catch(close);
    }
  } finally {
    // the signal lives as long as the program, and would keep every client
    signal?.removeEventListener('abort', close);
  }
}

async function openFolder(client: ImapFlow, folder: string): Promise<MailboxLockObject> {
  await client.connect();
  return client.getMailboxLock(folder);
}

/** How many emails wait in the mailbox. @throws Away */
export const countWaiting = (config: MailboxConfig, { patience = usualPatience } = {}): Promise<number> =>
  withMailbox(config, { patience }, async ({ mailbox }) => (mailbox ? mailbox.exists : 0));

type Reading = {
  /** The most bytes of an email that is read. */
  maxBytes: number;
  /** Takes an email; undefined for one with more bytes. */
  take: (email: Uint8Array | undefined) => Promise<Handling>;
  /** When it aborts, the connection is closed; what is not moved then is read again. */
  signal: AbortSignal;
  patience?: number;
};

/** How many emails the mail server refused to give, and to move. */
export type Refused = { reads: number; moves: number };

/**
 * Reads all emails in the mailbox, the oldest first, and moves those that were dealt with. An email that was taken and
 * could not be moved is read again: taking one must be idempotent. So is one that the mail server did not give, which
 * says nothing about its content.
 *
 * @returns what the mail server refused; the emails after those were read.
 * @throws Away when the mailbox cannot be read, what `take` throws, and an AbortError.
 */
export async function readMailbox(
  config: MailboxConfig,
  { maxBytes, take, signal, patience = usualPatience }: Reading,
): Promise<Refused> {
  return withMailbox(config, { patience, maxBytes, signal }, async (client) => {
    const mail = asOutage(client, signal);
    const refused = { reads: 0, moves: 0 };
    for (const uid of await mail.uids()) {
      signal.throwIfAborted();
      const read = await mail.read(uid, maxBytes);
      if (read === 'gone') continue;
      if (read === 'refused') {
        refused.reads += 1;
        continue;
      }
      const fate = await take(read.email);
      if (fate !== 'later' && !(await mail.move(uid, fate))) refused.moves += 1;
    }
    return refused;
  });
}

/** Whether the mail server answered that it does not do what it was asked, and not that it is asked too often. */
const isRefusal = ({ code, responseStatus }: ImapError): boolean =>
  (responseStatus === 'NO' || responseStatus === 'BAD') && code !== 'ETHROTTLE';

/** The calls to the mail server; all of their errors are outages, unless the connection was to end. */
function asOutage(client: ImapFlow, signal: AbortSignal) {
  const tried = new Set<string>();
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
    /**
     * The email; undefined for one with too many bytes. Reading does not mark it as read. It is `gone` when somebody
     * has moved it meanwhile, and `refused` when the mail server did not give it.
     */
    read: of(async (uid: number, maxBytes: number): Promise<{ email: Uint8Array | undefined } | 'gone' | 'refused'> => {
      try {
        const known = await client.fetchOne(`${uid}`, { size: true }, { uid: true });
        if (!known) return 'gone';
        const { size = 0 } = known;
        if (size > maxBytes) return { email: undefined };
        // one byte more: a server may count fewer bytes than it sends
        const found = await client.fetchOne(`${uid}`, { source: { maxLength: maxBytes + 1 } }, { uid: true });
        if (!found) return 'gone';
        const { source } = found;
        // a server that cannot read its own file may send nothing in place of it
        if (!source || (source.length === 0 && size > 0)) return 'refused';
        return { email: source.length <= maxBytes ? source : undefined };
      } catch (error) {
        if (client.usable && isRefusal(error as ImapError)) return 'refused';
        throw error;
      }
    }),
    /** Moves an email. Returns whether the mail server did: it may refuse one, such as for a quota. */
    move: of(async (uid: number, fate: Exclude<Handling, 'later'>) => {
      const folder = mailFolders[fate];
      const moved = async () =>
        (await client.messageMove(`${uid}`, [folder], { uid: true })) !== false && client.usable;
      if (fate === 'taken') await client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true });
      if (await moved()) return true;
      if (client.usable && !tried.has(folder)) {
        tried.add(folder);
        // refused where the folder exists, and not by all servers for this stated reason: the move decides
        await client.mailboxCreate([folder]).catch(() => undefined);
        if (await moved()) return true;
      }
      if (!client.usable) throw new Error('the connection was lost');
      return false;
    }),
  };
}
