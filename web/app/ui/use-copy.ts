import { useState } from 'react';

/** The words after a copy, and after the text was only selected. */
export const copiedWords = {
  yes: 'Copied.',
  'by hand': 'Selected: copy it with the keyboard or the menu.',
} as const;

/** Copies a text; `select` selects it first, for where the browser denies access to the clipboard. */
export function useCopy() {
  const [copied, setCopied] = useState<keyof typeof copiedWords>();

  async function copy(text: string, select: () => void): Promise<void> {
    select();
    // a page served over plain http has no clipboard
    const clipboard: Clipboard | undefined = navigator.clipboard;
    const done = clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied((await done) ? 'yes' : 'by hand');
  }

  return { copied, copy };
}
