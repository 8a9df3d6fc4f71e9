import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const programs = ['pdftoppm', 'pdfsig', 'qpdf', 'openssl'].map((name) => `/usr/bin/${name}`);

/** Finds what others read PDFs and signatures with, or installs it from Debian when we are root; gives whether all is there. */
export function installPdfReaders(): boolean {
  const areThere = () => programs.every((program) => existsSync(program));
  return areThere() || (installDebian('poppler-utils', 'qpdf', 'openssl') && areThere());
}
