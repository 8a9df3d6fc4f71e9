import { readdir } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { folders } from '../platform/files/folders.ts';
import type { Platform } from '../platform/platform.ts';

/** A small picture as a phone would send it. */
export const picture = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', width = 64): Promise<Buffer> =>
  sharp({ create: { width, height: 48, channels: 3, background: '#0b2545' } })
    .toFormat(format)
    .toBuffer();

/** A PDF with one empty page. */
export async function pdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  return Buffer.from(await document.save());
}

/** A form as a browser sends it: text fields, and files by part. */
export function formOf(
  fields: Record<string, string>,
  files: Record<string, { bytes: Uint8Array; name?: string } | undefined> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, file] of Object.entries(files)) {
    if (file) form.append(name, new Blob([new Uint8Array(file.bytes)]), file.name ?? 'from my phone');
  }
  return form;
}

/** The values of the profile form. */
export const profileFields = {
  DateofBirth: '1994-03-08',
  phone: '+919876543210',
  streetAddress: '12 Dock Road',
  city: 'Kochi',
  state: 'Kerala',
  country: 'India',
  zipCode: '682001',
  passportNumber: 'Z1234567',
  passportExpiryDate: '2031-05-01',
  CDCnumber: 'MUM 123456',
  CDCexpiryDate: '2030-05-01',
  gradenumber: 'G-77',
  indosNo: '12ZL3456',
  IDType: 'Aadhar',
};

/** The three files of the profile form. */
export const profileDocuments = async () => ({
  profilePicture: { bytes: await picture('png'), name: 'me.png' },
  IdDocument: { bytes: await pdf(), name: 'aadhaar.pdf' },
  signature: { bytes: await picture('jpeg'), name: 'signature.jpg' },
});

/** The names of all files where they are stored, with their folders, and of received files that are left. */
export async function filesInStore({ files }: Pick<Platform, 'files'>): Promise<string[]> {
  const names = (await readdir(files.incoming)).map((name) => `.incoming/${name}`);
  for (const folder of folders)
    for await (const { filename } of files.store.list(folder)) names.push(`${folder}/${filename}`);
  return names.sort();
}

/** The names of all files that have a database row, with their folders. */
export async function filesWithRow({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('storedFile').select(['folder', 'filename']).execute();
  return rows.map(({ folder, filename }) => `${folder}/${filename}`).sort();
}
