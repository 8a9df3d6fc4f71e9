import { useRef, useState } from 'react';
import { isRefusal, messageOf, NetworkError } from '../../lib/calls/api-client.ts';
import { mayHaveRunOut, renewLink } from '../../lib/calls/fresh-link.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import { ShareIcon } from '../../ui/more-icons.tsx';
import type { HeldCertificate } from './wire.ts';

type Shared = Pick<HeldCertificate, 'number' | 'courseTitle' | 'verifyUrl'> & { pdf: { url: string } };

/**
 * Hands the certificate to the device's own share sheet: the PDF, or the link to its public check where the sheet takes
 * no files. A device without a share sheet copies that link.
 */
export function SharePdf({ certificate }: { certificate: Shared }) {
  const fetched = useRef<File>(undefined);
  const [state, setState] = useState<'idle' | 'busy' | 'ready' | 'by hand'>('idle');
  const hasSheet = typeof navigator.share === 'function';

  async function share() {
    setState('busy');
    try {
      await navigator.share(await contentOf(certificate, fetched));
      setState('idle');
    } catch (error) {
      // a browser allows it for some seconds after a tap only, which a slow link may have used up
      setState(isNamed(error, 'NotAllowedError') ? 'ready' : 'idle');
      if (isNamed(error, 'AbortError') || isNamed(error, 'NotAllowedError')) return;
      toast(messageOf(error, 'The certificate could not be shared.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    }
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(certificate.verifyUrl);
      toast('Link copied. Anyone who has it can check the certificate.');
    } catch {
      // refused, or a page without a clipboard: the link is shown instead
      setState('by hand');
    }
  }

  if (state === 'by hand')
    return <CopyField label="Link to check it" name="verifyLink" value={certificate.verifyUrl} />;
  return (
    <Button tone="navy" busy={state === 'busy'} onClick={() => void (hasSheet ? share() : copy())}>
      <ShareIcon /> {labelOf(state, hasSheet)}
    </Button>
  );
}

function labelOf(state: string, hasSheet: boolean): string {
  if (!hasSheet) return 'Copy link';
  return state === 'ready' ? 'Share now' : 'Share';
}

/** @param fetched keeps the file for the next press. */
async function contentOf(
  { number, courseTitle, verifyUrl, pdf }: Shared,
  fetched: { current: File | undefined },
): Promise<ShareData> {
  const title = `Certificate: ${courseTitle}`;
  const named = (parts: BlobPart[]) => new File(parts, `${number}.pdf`, { type: 'application/pdf' });
  if (!navigator.canShare?.({ files: [named([])] })) return { title, url: verifyUrl };
  fetched.current ??= named([await fetchPdf(pdf.url)]);
  return { title, files: [fetched.current] };
}

async function fetchPdf(url: string): Promise<Blob> {
  const answer = await fetch(mayHaveRunOut(url) ? await renewLink(url) : url).catch(() => undefined);
  if (!answer?.ok) throw new NetworkError();
  return answer.blob();
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;
