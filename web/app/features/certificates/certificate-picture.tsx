import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FileImage, FileLink } from '../../ui/file-link.tsx';
import type { Certificate } from './wire.ts';

type CertificatePictureProps = {
  picture: { url: string };
  /** Without a name where the page is its holder's. */
  certificate: Pick<Certificate, 'courseTitle' | 'number'> & { name?: string };
  /** Whether it moves into its place when it has arrived: once, where the holder has just earned it. */
  isRevealed?: boolean;
  className?: string;
};

/** Certificates that were revealed on this page already. */
const revealed = new Set<string>();

/** The certificate as a picture, which opens in full size. Its place is kept free until it is there. */
export function CertificatePicture({ picture, certificate, isRevealed = false, className }: CertificatePictureProps) {
  const { name, courseTitle, number } = certificate;
  const [state, setState] = useState<'coming' | 'there' | 'missing'>('coming');
  const [moves] = useState(isRevealed && !revealed.has(number));
  if (state === 'missing') {
    return (
      <SheetPlace className={className}>
        <p role="status">The picture could not be loaded.</p>
        <Button tone="plain" size="small" onClick={() => setState('coming')}>
          Try again
        </Button>
      </SheetPlace>
    );
  }
  return (
    <FileLink
      url={picture.url}
      className={cx('relative block overflow-hidden rounded-sm shadow-card', className)}
      data-state={state}
    >
      {state === 'coming' && <Skeleton className="absolute inset-0" />}
      <FileImage
        url={picture.url}
        alt={`${name ? `Certificate of ${name}` : 'Certificate'}: ${courseTitle}`}
        width={960}
        height={679}
        decoding="async"
        loading="lazy"
        className={cx(
          'aspect-[297/210] block h-auto w-full bg-white',
          state === 'coming' && 'opacity-0',
          state === 'there' && moves && 'animate-reveal',
        )}
        onLoad={() => {
          setState('there');
          if (isRevealed) revealed.add(number);
        }}
        onMissing={() => setState('missing')}
      />
    </FileLink>
  );
}

/** The place of a certificate's picture, with a word on why there is none. */
export function SheetPlace({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div
      className={cx(
        'aspect-[297/210] flex flex-col items-center justify-center gap-4 rounded-sm border border-line bg-sunken p-4 text-center sm:p-6 text-soft',
        className,
      )}
    >
      {children}
    </div>
  );
}
