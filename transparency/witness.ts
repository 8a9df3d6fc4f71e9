import { type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hashOf, parseCheckpoint, verifyCheckpoint } from '@fairlead/contract/proofs/checkpoint';
import { emptyRoot, isConsistent, isSameHash } from '@fairlead/contract/proofs/merkle';
import {
  BadNote,
  parseNote,
  signatureLine,
  signedBytes,
  type Verifier,
  verifyNote,
} from '@fairlead/contract/proofs/signed-note';
import type { WitnessStore } from './witness-store.ts';

/** The means of a witness: its key, the keys of the logs that it watches, and a store of their last checkpoints. */
export type WitnessDependencies = {
  verifier: Verifier;
  privateKey: KeyObject;
  /** The keys of all logs; a log is known by its origin, which is the name of its keys. */
  logs: readonly Verifier[];
  store: WitnessStore;
  clock: () => Date;
};

type Answer = { status: number; text: string; type?: string };

/** A request has a proof of at most 63 lines and a note with some signatures. */
const mostBytes = 64 * 1024;

/**
 * A witness by c2sp.org/tlog-witness: it cosigns a checkpoint only if the log has merely grown since the last
 * checkpoint that it cosigned. Its signature shows that the log has the same entries for everybody.
 */
export function createWitness(means: WitnessDependencies): Server {
  const server = createServer((request, response) => {
    answerTo(means, request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 500, text: 'The witness could not answer.\n' }),
    );
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  server.maxRequestsPerSocket = 1000;
  return server;
}

function send(response: ServerResponse, { status, text, type = 'text/plain; charset=utf-8' }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}

async function answerTo(means: WitnessDependencies, request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://witness');
  if (request.method === 'POST' && pathname === '/add-checkpoint') {
    const body = await read(request);
    return body === undefined ? { status: 413, text: 'This is too long.\n' } : addCheckpoint(means, body);
  }
  const [, origin] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(pathname) ?? [];
  const note = origin && request.method === 'GET' ? await means.store.findNote(origin) : undefined;
  return note === undefined ? { status: 404, text: 'Nothing is here.\n' } : { status: 200, text: note };
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const refusal = (status: number, text: string): Answer => ({ status, text: `${text}\n` });

/** Checks a new checkpoint of a known log, and answers with the line that cosigns it. */
async function addCheckpoint(means: WitnessDependencies, body: string): Promise<Answer> {
  const { logs, store } = means;
  const asked = parseRequest(body);
  if (!asked) return refusal(400, 'An old size, a proof and a checkpoint are expected.');
  const { old, proof, note } = asked;
  const { origin } = asked.checkpoint;
  const keys = logs.filter(({ name }) => name === origin);
  if (keys.length === 0) return refusal(404, 'This log is not watched here.');
  const checkpoint = await verifyCheckpoint(note, keys).catch((error: unknown) => {
    if (error instanceof BadNote) return undefined;
    throw error;
  });
  if (!checkpoint) return refusal(403, 'The log did not sign this checkpoint.');
  if (old > checkpoint.size) return refusal(400, 'The old size is larger than the checkpoint.');
  // one at a time for a log: two requests must not both build on the same checkpoint
  return store.update(origin, async (last) => {
    const from = last ? parseCheckpoint(last.note) : { size: 0, root: emptyRoot() };
    if (old !== from.size) return { answer: { status: 409, text: `${from.size}\n`, type: 'text/x.tlog.size' } };
    const isEmpty = checkpoint.size === 0 && isSameHash(checkpoint.root, emptyRoot());
    const isGrown = checkpoint.size > 0 && isConsistent(from, checkpoint, proof);
    if (!isEmpty && !isGrown) return { answer: refusal(422, 'The log has not only grown since the old size.') };
    const { text, lines } = parseNote(note);
    const time = Math.floor(means.clock().getTime() / 1000);
    const line = signatureLine(means.verifier, sign(null, signedBytes(text, time), means.privateKey), time);
    const own = await linesOf(keys, text, lines);
    return { answer: { status: 200, text: line }, note: `${text}\n${own}${line}` };
  });
}

/** The signature lines of the log itself; those of others are left out of what is kept. */
async function linesOf(keys: readonly Verifier[], text: string, lines: readonly string[]): Promise<string> {
  const good = await Promise.all(
    lines.map(async (line) => (await verifyNote(`${text}\n${line}`, keys)).signatures.length > 0),
  );
  return lines.filter((_, index) => good[index]).join('');
}

function parseRequest(body: string) {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n');
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  const proof = lines.flatMap((line) => hashOf(line) ?? []);
  if (end === -1 || old === undefined || lines.length > 63 || proof.length !== lines.length) return undefined;
  const note = body.slice(end + 2);
  try {
    return { old: Number(old), proof, note, checkpoint: parseCheckpoint(note) };
  } catch {
    return undefined;
  }
}
