import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Call, FileKind, FilePart } from '@fairlead/contract/platform/call';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Files, Incoming } from '../files/files.ts';
import { inspectionProcesses } from '../inspection/inspection-processes.ts';
import { textBytesOf, textFieldsOf } from './form-fields.ts';

/** The store that receives files, and the maximum size in bytes for each kind of file. */
export type UploadLimits = Pick<Files, 'receive' | 'discard'> & { maxBytes: Readonly<Record<FileKind, number>> };

export type Received = {
  /** The text parts that the call declares; of several with the same name, the last. */
  fields: Record<string, string>;
  /** Files by the name of their declared part, each in the order of arrival; empty for a part that was not sent. */
  files: Record<string, Incoming[]>;
};

const MiB = 2 ** 20;
const defaultBytes: Record<FileKind, number> = {
  image: 15 * MiB,
  'image-or-pdf': 15 * MiB,
  film: 4096 * MiB,
  table: 8 * MiB,
  'question-bank': 32 * MiB,
  text: MiB,
};

/** More parts, and longer heads of parts, than any form of ours has. */
const parserLimits = { parts: 200, headerPairs: 20, headerSize: 8 * 1024, fileSize: Number.POSITIVE_INFINITY };

/** How many bytes of parts that nobody has asked for are read over, to reach the next part. */
const mostUndeclared = MiB;

/** The upload limits of a file store; `maxBytes` changes them for single kinds. */
export const uploadLimits = (files: Files, maxBytes: Partial<Record<FileKind, number>> = {}): UploadLimits => ({
  receive: files.receive,
  discard: files.discard,
  maxBytes: { ...defaultBytes, ...maxBytes },
});

/** Whether the body is a form with files. */
export const isMultipart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/**
 * Reads a form, part by part: declared files are written to the incoming folder, declared text is held in memory within
 * its bounds, and everything else is dropped as it arrives. After this returns, the caller discards the files that it
 * does not keep. When it throws, or when the client disconnects, nothing is left behind.
 *
 * @throws AppError `too-large` for a file, for text, or for what was not asked for; `invalid` for too many files of a
 *   part, or a form that breaks off.
 */
export async function readMultipart(
  { raw }: Pick<FastifyRequest, 'raw'>,
  call: Pick<Call, 'body' | 'files'>,
  uploads: UploadLimits,
): Promise<Received> {
  const declared = call.files ?? {};
  const received: Received = {
    fields: {},
    files: Object.fromEntries(Object.keys(declared).map((name) => [name, []])),
  };
  const texts = textFieldsOf(call);
  let [textLeft, undeclaredLeft] = [textBytesOf(call), mostUndeclared];
  try {
    for await (const part of partsOf(raw)) {
      const { name, filename } = part;
      const wanted = Object.hasOwn(declared, name) ? declared[name] : undefined;
      const most = filename === undefined ? texts.get(name) : undefined;
      // a file without a name comes from a file input in which nothing was chosen
      if (wanted && filename) await receivePart(part, wanted, uploads, received.files);
      else if (most === undefined) undeclaredLeft -= await readOver(part, undeclaredLeft);
      else {
        const bytes = await textOf(part, { most, left: textLeft });
        textLeft -= bytes.length;
        received.fields[name] = bytes.toString();
      }
    }
    return received;
  } catch (error) {
    // Node skips the rest of a body by itself only if nobody began to read it. A browser that is still sending would
    // otherwise never read the response.
    raw.unpipe();
    raw.resume();
    await discardAll(received, uploads);
    throw error;
  }
}

/** Removes all files of a form that were not kept. */
export async function discardAll(
  { files }: Pick<Received, 'files'>,
  { discard }: Pick<Files, 'discard'>,
): Promise<void> {
  await Promise.all(Object.values(files).flat().map(discard));
}

/** A part of a form, text or file. `filename` is undefined for text, and empty where no file was chosen. */
type Part = { name: string; filename: string | undefined; content: Readable; isSenders: (error: unknown) => boolean };

/**
 * The parts of a form in their order, each to be read before the next one. The parser holds none of them.
 *
 * @throws AppError for a form that breaks off, is no form, or has too many parts.
 */
async function* partsOf(raw: IncomingMessage): AsyncGenerator<Part> {
  const stopped = new AbortController();
  const open = new Set<Readable>();
  const faults = new Set<unknown>();
  /** Ends the reading: of parts whose reader waits for more of them, and of the form. */
  const stop = (error: Error) => {
    raw.unpipe(parser);
    for (const content of open) content.destroy(error);
    stopped.abort(error);
  };
  const parser = parserFor(raw);
  parser.on('file', (_name, content: Readable) => {
    open.add(content);
    content.on('close', () => open.delete(content));
    content.on('error', (error) => {
      faults.add(error);
      content.destroy(error);
    });
  });
  parser.on('error', (error) => stop(error as Error));
  parser.on('partsLimit', () => stop(new AppError('too-large', 'This form has more parts than can be taken.')));
  raw.once('close', () => {
    if (!raw.readableEnded) stop(new Error('The sender has disconnected'));
  });
  const arriving = on(parser, 'file', { close: ['finish'], signal: stopped.signal });
  raw.pipe(parser);
  try {
    for await (const [name, content, filename] of arriving)
      yield { name: String(name), filename, content, isSenders: (error) => faults.has(error) };
  } catch (error) {
    throw brokenOff(stopped.signal.aborted ? stopped.signal.reason : error);
  }
}

/** Every part is given as a stream, also text: the parser would hold its text until the part has ended. */
function parserFor({ headers }: IncomingMessage): BusboyInstance {
  try {
    const known = { ...headers, 'content-type': headers['content-type'] ?? '' };
    return new Busboy({ headers: known, isPartAFile: () => true, limits: parserLimits });
  } catch (error) {
    throw brokenOff(error);
  }
}

async function receivePart(
  { name, filename, content, isSenders }: Part,
  { kind, max }: FilePart,
  { receive, maxBytes }: UploadLimits,
  files: Received['files'],
): Promise<void> {
  const before = files[name] ?? [];
  if (before.length === max) {
    const sentence = max === 1 ? 'Only one file is accepted here.' : `At most ${max} files are accepted here.`;
    throw new AppError('invalid', sentence, { fields: { [name]: sentence } });
  }
  // it is there when the file is, over any link that people have
  if (!['image', 'text'].includes(kind)) inspectionProcesses.startAhead();
  const limit = { maxBytes: maxBytes[kind], originalName: filename, part: name };
  // A form that ends too early and a client that disconnects appear as various errors of the part.
  const file = await receive(content, limit).catch((error: unknown) => {
    throw isSenders(error) ? brokenOff(error) : error;
  });
  files[name] = [...before, file];
}

/** The bytes of a text part. @param left the bytes that all text of the form may still have. */
async function textOf({ name, content }: Part, { most, left }: { most: number; left: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(content)) {
    size += chunk.length;
    if (size > most || size > left) {
      const sentence = 'This text is too long.';
      throw new AppError('too-large', sentence, { fields: { [name]: sentence } });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Drops a part, and returns the number of its bytes. */
async function readOver({ content }: Part, most: number): Promise<number> {
  let size = 0;
  for await (const chunk of chunksOf(content)) {
    size += chunk.length;
    if (size > most) throw new AppError('too-large', 'This form has too much in parts that this call does not take.');
  }
  return size;
}

async function* chunksOf(content: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) yield chunk as Buffer;
  } catch (error) {
    throw brokenOff(error);
  }
}

function brokenOff(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const refusal = new AppError('invalid', 'The upload was interrupted. Please try again.');
  refusal.cause = error;
  return refusal;
}
