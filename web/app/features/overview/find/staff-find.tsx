import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { isLowData } from '../../../lib/device/low-data.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';

type FindDialog = ComponentType<{ open: boolean; onClose: () => void }>;

const load = async (): Promise<FindDialog> => (await import('./staff-find-dialog.tsx')).default;

/** Without it (Safari), the dialog is loaded on first use. */
const whenIdle = (act: () => void) => {
  if (!('requestIdleCallback' in window)) return () => {};
  const id = requestIdleCallback(act);
  return () => cancelIdleCallback(id);
};

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Cmd+K on a Mac, where Ctrl+K deletes to the end of the line in every text field; elsewhere Ctrl+K. */
const isKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/**
 * The field in the top bar that opens Find, as Ctrl+K does (on a Mac Cmd+K) wherever the focus is, unless another
 * dialog is open. Find is loaded when the browser has nothing else to do, or on first use.
 */
export function StaffFind() {
  const [loaded, setLoaded] = useState<{ Dialog: FindDialog }>();
  const [open, setOpen] = useState(false);
  const isStaff = useMay('staff:enter');
  const isMac = useHydrated() && isApple();
  const close = useCallback(() => setOpen(false), []);

  const show = useCallback(() => {
    setOpen(true);
    load().then(
      (Dialog) => setLoaded({ Dialog }),
      () => {
        setOpen(false);
        toast('Find could not be loaded. Please try again.', { tone: 'bad' });
      },
    );
  }, []);

  useEffect(() => {
    if (!isStaff) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isKey(event)) return;
      event.preventDefault(); // Chrome would go to its address bar
      if (!document.querySelector('dialog[open]')) show();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isStaff, show]);

  useEffect(() => {
    if (!isStaff || isLowData()) return;
    // when it fails, first use loads it again and says so
    return whenIdle(() => void load().then((Dialog) => setLoaded({ Dialog }), console.warn));
  }, [isStaff]);

  return (
    <>
      <button
        type="button"
        disabled={!isStaff}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={show}
        className="ml-auto flex h-11 items-center gap-2 rounded-md px-3 text-left text-on-navy print:hidden hover:bg-shoal md:mr-auto md:h-9 md:max-w-96 md:min-w-24 md:flex-1 md:border md:border-on-navy-soft md:bg-deep md:text-sm md:text-on-navy-soft"
      >
        {open && !loaded ? <Spinner /> : <SearchIcon />}
        <span className="flex-1 max-md:sr-only">Find</span>
        <span
          aria-hidden="true"
          className="hidden rounded-sm border border-on-navy-soft px-1.5 font-sans text-xs md:inline"
        >
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      {loaded && <loaded.Dialog open={open} onClose={close} />}
    </>
  );
}
