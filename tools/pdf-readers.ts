import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const programs = ['pdftoppm', 'pdfsig', 'qpdf', 'openssl'].map((name) => `/usr/bin/${name}`);

/** Finds MuPDF's mutool, or installs it as root; returns whether it is there. Only the long tests read with it. */
export const installMuPdf = (): boolean =>
  existsSync('/usr/bin/mutool') || (installDebian('mupdf-tools') && existsSync('/usr/bin/mutool'));

/** Finds other programs that read PDFs and signatures, or installs Debian's as root; returns whether all are there. */
export function installPdfReaders(): boolean {
  const areThere = () => programs.every((program) => existsSync(program));
  return areThere() || (installDebian('poppler-utils', 'qpdf', 'openssl') && areThere());
}
