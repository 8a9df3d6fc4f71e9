import { cx } from '../../ui/cx.ts';
import { FileImage, FileLink } from '../../ui/file-link.tsx';
import { DocumentIcon } from '../../ui/icons.tsx';
import type { Proof } from './wire.ts';

type PictureProps = { file: Proof['file']; className?: string };

/** What was sent as a proof of payment: a picture, or a PDF that opens in a new tab. */
export function ProofPicture({ file: { url, filename }, className }: PictureProps) {
  const look = cx('block overflow-hidden rounded-md border border-line bg-sunken hover:border-edge', className);
  if (/\.pdf$/i.test(filename)) {
    return (
      <FileLink url={url} className={cx(look, 'flex flex-col items-center justify-center gap-2 p-5')}>
        <DocumentIcon className="size-10 text-soft" />
        <span className="text-sm text-link">Open the PDF</span>
      </FileLink>
    );
  }
  return (
    <FileLink url={url} aria-label="Open the picture of the proof" className={look}>
      <FileImage url={url} alt="Proof of payment" loading="lazy" className="size-full object-contain" />
    </FileLink>
  );
}
