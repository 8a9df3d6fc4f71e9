import { useNavigation } from 'react-router';

/** A thin line at the top while the next page is on its way; it waits a moment, so that quick ones do not flash. */
export function PageProgress() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div role="progressbar" aria-label="Loading page" className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      <div className="h-full w-1/3 animate-sail bg-buoy" />
    </div>
  );
}
