import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';

/** Loads the form that checks badges. */
export const loadBadgeCheck = () => import('./badge-check.tsx');

const BadgeCheck = lazy(() =>
  loadBadgeCheck().then(
    ({ BadgeCheck }) => ({ default: BadgeCheck }),
    () => ({ default: NotLoaded }),
  ),
);

const NotLoaded = () => (
  <Alert>The part that checks badges could not be loaded. Please load the page again and try once more.</Alert>
);

/** The check of digital badges, which few people need: its form is loaded when it is opened. */
export function BadgeSection() {
  const details = useRef<HTMLDetailsElement>(null);
  const [isWanted, setWanted] = useState(false);
  const look = () => {
    if (details.current?.open) setWanted(true);
  };
  // it may have been opened before the page was hydrated
  useEffect(look, []);
  return (
    <details ref={details} onToggle={look} className="mb-8 rounded-lg border border-line bg-surface px-6 py-4">
      <summary className="cursor-pointer font-semibold">Check a digital badge</summary>
      <div className="mt-5">
        {isWanted && (
          <Suspense fallback={<Spinner label="Loading" />}>
            <BadgeCheck />
          </Suspense>
        )}
      </div>
    </details>
  );
}
