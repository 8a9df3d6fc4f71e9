import { useCallback, useEffect, useState } from 'react';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { FindDialog } from './staff-find-dialog.tsx';

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Cmd+K on a Mac, where Ctrl+K deletes to the end of the line in every text field; elsewhere Ctrl+K. */
const isKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/**
 * The field in the top bar that opens Find, as Ctrl+K does (on a Mac Cmd+K) wherever the focus is, unless another
 * dialog is open.
 */
export function StaffFind() {
  const [open, setOpen] = useState(false);
  const isStaff = useMay('staff:enter');
  const isHydrated = useHydrated();
  const isMac = isHydrated && isApple();
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    if (!isStaff) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isKey(event)) return;
      event.preventDefault(); // Chrome would go to its address bar
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isStaff]);

  return (
    <>
      <button
        type="button"
        disabled={!isStaff}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="ml-auto flex h-11 items-center gap-2 rounded-md px-3 text-left text-on-navy print:hidden hover:bg-shoal md:mr-auto md:h-9 md:max-w-96 md:min-w-24 md:flex-1 md:border md:border-on-navy-soft md:bg-deep md:text-sm md:text-on-navy-soft"
      >
        <SearchIcon />
        <span className="flex-1 max-md:sr-only">Find</span>
        <span
          aria-hidden="true"
          className="hidden rounded-sm border border-on-navy-soft px-1.5 font-sans text-xs md:inline"
        >
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      {isHydrated && <FindDialog open={open} onClose={close} />}
    </>
  );
}
