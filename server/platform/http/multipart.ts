import type { FileKind, FilePart } from '@fairlead/contract/call';
import multipart, { type Multipart, type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Files, Incoming } from '../files/files.ts';
import { inspectionProcesses } from '../inspection/inspection-processes.ts';

/** The store that receives files, and the maximum size in bytes for each kind of file. */
export type UploadLimits = Pick<Files, 'receive' | 'discard'> & { maxBytes: Readonly<Record<FileKind, number>> };

export type Received = {
  /** Text parts; of several with the same name, the last. */
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

/** More than any form of ours has, and small enough to be held in memory. */
const textLimits = { fieldSize: 100_000, fields: 100, parts: 200 };

/** The upload limits of a file store; `maxBytes` changes them for single kinds. */
export const uploadLimits = (files: Files, maxBytes: Partial<Record<FileKind, number>> = {}): UploadLimits => ({
  receive: files.receive,
  discard: files.discard,
  maxBytes: { ...defaultBytes, ...maxBytes },
});

/** Lets routes read forms with files; the body stays unread until `readMultipart` is called. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  // Size is checked where files are written: the parser's own limit would only truncate them.
  const limits = { ...textLimits, fileSize: Number.POSITIVE_INFINITY };
  await app.register(multipart, { throwFileSizeLimit: false, limits });
}

/**
 * Reads a form: declared files are written one after the other to the incoming folder, text is collected, and other
 * files are skipped. After this returns, the caller discards the files that it does not keep. When it throws, or when
 * the client disconnects, nothing is left behind.
 *
 * @throws AppError too-large for a file or text, `invalid` for too many files of a part, or a form that breaks off.
 */
export async function readMultipart(
  request: FastifyRequest,
  parts: Readonly<Record<string, FilePart>>,
  uploads: UploadLimits,
): Promise<Received> {
  const received: Received = {
    fields: {},
    files: Object.fromEntries(Object.keys(parts).map((name) => [name, []])),
  };
  try {
    const arriving = request.parts();
    for (let part = await next(arriving); part; part = await next(arriving)) {
      if (part.type === 'field') received.fields[part.fieldname] = textOf(part);
      else await receivePart(part, parts, uploads, received.files);
    }
    return received;
  } catch (error) {
    // Node skips the rest of a body by itself only if nobody began to read it. A browser that is still sending would
    // otherwise never read the response.
    request.raw.unpipe();
    request.raw.resume();
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

async function receivePart(
  part: MultipartFile,
  declared: Readonly<Record<string, FilePart>>,
  { receive, maxBytes }: UploadLimits,
  files: Received['files'],
): Promise<void> {
  const name = part.fieldname;
  const wanted = Object.hasOwn(declared, name) ? declared[name] : undefined;
  // Undeclared parts are ignored, like unknown fields everywhere. A file without a name comes from a file input in
  // which nothing was chosen. Both have to be read to reach the next part.
  if (!wanted || !part.filename) return readOver(part);
  const before = files[name] ?? [];
  if (before.length === wanted.max) {
    const sentence =
      wanted.max === 1 ? 'Only one file is accepted here.' : `At most ${wanted.max} files are accepted here.`;
    throw new AppError('invalid', sentence, { fields: { [name]: sentence } });
  }
  // it is there when the file is, over any link that people have
  if (!['image', 'text'].includes(wanted.kind)) inspectionProcesses.startAhead();
  const limit = { maxBytes: maxBytes[wanted.kind], originalName: part.filename, part: name };
  // A form that ends too early and a client that disconnects appear as various errors of the part.
  const senders = new Set<unknown>();
  part.file.on('error', (error) => senders.add(error));
  const file = await receive(part.file, limit).catch((error: unknown) => {
    throw senders.has(error) ? brokenOff(error) : error;
  });
  files[name] = [...before, file];
}

async function readOver({ file }: MultipartFile): Promise<void> {
  try {
    for await (const _ of file);
  } catch (error) {
    throw brokenOff(error);
  }
}

/** The next part. Any error of the parser is caused by the request. */
async function next(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next();
    return done ? undefined : value;
  } catch (error) {
    throw brokenOff(error);
  }
}

function brokenOff(error: unknown): AppError {
  const tooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  const refusal = tooMuch
    ? new AppError('too-large', 'This form has more parts than can be taken.')
    : new AppError('invalid', 'The upload was interrupted. Please try again.');
  refusal.cause = error;
  return refusal;
}

function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) {
    const sentence = 'This text is too long.';
    throw new AppError('too-large', sentence, { fields: { [fieldname]: sentence } });
  }
  // A part with a JSON content type arrives parsed; the schemas of our forms expect text.
  return typeof value === 'string' ? value : JSON.stringify(value);
}
