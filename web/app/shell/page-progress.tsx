import { useNavigation } from 'react-router';

/** A thin progress line at the top during navigation; it is delayed, so that it does not flash on quick ones. */
export function PageProgress() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div role="progressbar" aria-label="Loading page" className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      <div className="h-full w-1/3 animate-sail bg-buoy" />
    </div>
  );
}
