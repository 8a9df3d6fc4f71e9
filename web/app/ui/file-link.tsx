import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';
import { isRefusal, messageOf } from '../lib/calls/api-client.ts';
import { mayHaveRunOut, meetLink, renewLink } from '../lib/calls/fresh-link.ts';
import { toast } from './feedback/toast.tsx';

type FileLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel' | 'onClick'> & {
  /** The file's link, which expires within minutes; a later click fetches a new link first. */
  url: string;
};

/** A link to a stored file, which opens in a new tab, or is saved under the name in `download`. */
export function FileLink({ url, download, ...anchor }: FileLinkProps) {
  useEffect(() => meetLink(url), [url]);

  async function openRenewed(event: MouseEvent) {
    if (!mayHaveRunOut(url)) return;
    event.preventDefault();
    // opened at once, since browsers block a window that opens later
    const beside = download === undefined ? window.open('', '_blank') : null;
    if (beside) beside.opener = null;
    try {
      const fresh = await renewLink(url);
      if (beside) beside.location.replace(fresh);
      else follow(fresh, download);
    } catch (error) {
      beside?.close();
      toast(messageOf(error, 'The file could not be opened.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    }
  }

  const beside = download === undefined ? { target: '_blank', rel: 'noopener noreferrer' } : { download };
  return <a {...anchor} {...beside} href={url} onClick={(event) => void openRenewed(event)} />;
}

function follow(url: string, download: FileLinkProps['download']): void {
  const link = document.createElement('a');
  link.href = url;
  if (download !== undefined) link.download = String(download);
  link.click();
}

type FileImageProps = Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  url: string;
  alt: string;
  /** Called when the picture cannot be had by a new link either. */
  onMissing?: () => void;
};

/**
 * A stored picture. If its link has expired when it loads (on scrolling to it, or at full size), it fetches a new link.
 */
export function FileImage({ url, alt, onMissing, ...image }: FileImageProps) {
  const [renewed, setRenewed] = useState<{ of: string; url: string }>();
  const isRenewed = renewed?.of === url;
  async function renew() {
    if (isRenewed) return onMissing?.();
    try {
      setRenewed({ of: url, url: await renewLink(url) });
    } catch (error) {
      // the picture is missing, and its alt text is shown
      onMissing?.();
      if (!isRefusal(error)) throw error;
    }
  }
  return <img {...image} alt={alt} src={isRenewed ? renewed.url : url} onError={() => void renew()} />;
}
