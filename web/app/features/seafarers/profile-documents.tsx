import { type DocumentKind, documentKinds, documentNames } from '@fairlead/contract/seafarers/document-words';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FileImage, FileLink } from '../../ui/file-link.tsx';
import { DocumentIcon } from '../../ui/icons.tsx';
import type { Profile, StoredFile } from './wire.ts';

/** A document of a profile. */
export type ShownDocument = { kind: DocumentKind; label: string; title: string; file: StoredFile };

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The documents of a profile that are there, in their order. */
export function documentsOf(profile: Profile): ShownDocument[] {
  return documentKinds.flatMap((kind) => {
    const file = profile[kind];
    const name = capital(documentNames[kind]);
    const title = `${kind === 'idDocument' ? profile.idType : name} of ${profile.name}`;
    return file ? [{ kind, label: name, title, file }] : [];
  });
}

/** The documents of a profile, each with a link to full size. */
export function ProfileDocuments({ profile }: { profile: Profile }) {
  return (
    <ul className="grid max-w-md grid-cols-3 gap-2 sm:gap-3">
      {documentsOf(profile).map(({ kind, ...document }) => (
        <Document key={kind} {...document} />
      ))}
    </ul>
  );
}

export const isPdf = ({ filename }: StoredFile) => /\.pdf$/i.test(filename);
const tile =
  'flex h-full w-full flex-col overflow-hidden rounded-md border border-line bg-surface text-left hover:border-edge';

/** A picture opens in a dialog; a PDF opens in a new tab, in the browser's own viewer. */
function Document({ label, title, file }: Omit<ShownDocument, 'kind'>) {
  const [open, setOpen] = useState(false);
  if (isPdf(file))
    return (
      <li className="min-w-0">
        <FileLink url={file.url} className={tile}>
          <span className="flex h-20 items-center sm:h-24 justify-center bg-sunken">
            <DocumentIcon className="size-10 text-soft" />
          </span>
          <Caption text={label} note="Open the PDF" />
        </FileLink>
      </li>
    );
  return (
    <li className="min-w-0">
      <button type="button" aria-haspopup="dialog" className={tile} onClick={() => setOpen(true)}>
        <FileImage url={file.url} alt="" loading="lazy" className="h-20 w-full sm:h-24 bg-sunken object-contain" />
        <Caption text={label} note="View" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} className="max-w-text!">
        <FileImage url={file.url} alt={title} className="max-h-[75dvh] w-full rounded-md bg-sunken object-contain" />
      </Dialog>
    </li>
  );
}

function Caption({ text, note }: { text: string; note: string }) {
  return (
    <span className="block px-1 py-2 text-xs leading-snug sm:px-3 sm:text-sm">
      <span className="block font-semibold max-sm:tracking-tight">{text}</span>
      <span className="block text-link">{note}</span>
    </span>
  );
}
