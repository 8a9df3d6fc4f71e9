import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe } from 'vitest';

/**
 * External readers of PDFs and signatures, which the test command installs where it has the rights
 * (tools/pdf-readers.ts).
 */
export type PdfReader = 'pdftoppm' | 'pdftotext' | 'pdfsig' | 'qpdf' | 'openssl' | 'mutool';
/** Those of the gate; mutool is for the long tests. */
const readers: readonly PdfReader[] = ['pdftoppm', 'pdftotext', 'pdfsig', 'qpdf', 'openssl'];
const pathOf = (reader: PdfReader) => `/usr/bin/${reader}`;

/** Tests with these readers; without them they are not part of the run, and the test command says so. */
export const describeWithPdfReaders = (name: string, tests: () => void): void => {
  if (readers.every((reader) => existsSync(pathOf(reader)))) describe(name, tests);
};

/** Runs a reader to its end; returns its exit status and its whole output. */
export function readWith(reader: PdfReader, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr, error } = spawnSync(pathOf(reader), args, { encoding: 'utf8' });
  if (error) throw error;
  return { status, said: `${stdout}${stderr}` };
}
