import { type ComponentType, type ReactNode, useState } from 'react';
import { isRefusal, messageOf, type NamedFile } from '../lib/calls/api-client.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { Button, type Size, type Tone } from './button.tsx';
import { toast } from './feedback/toast.tsx';
import { DownloadIcon } from './more-icons.tsx';

type DownloadButtonProps = {
  /** Fetches the file with the session's token: a link would open for anyone who has it. */
  fetch: () => Promise<NamedFile>;
  children: ReactNode;
  failure: string;
  /** The icon of a button that does not save the file but, say, shares it. */
  icon?: ComponentType;
  tone?: Tone;
  size?: Size;
  className?: string;
  'aria-describedby'?: string | undefined;
};

/** A button that fetches a file and saves it through the browser's downloads. */
export function DownloadButton({ fetch, children, failure, icon: Icon = DownloadIcon, ...look }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);
  async function take() {
    setBusy(true);
    try {
      saveFile(await fetch());
    } catch (error) {
      toast(messageOf(error, failure), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button {...look} busy={busy} onClick={() => void take()}>
      <Icon /> {children}
    </Button>
  );
}
