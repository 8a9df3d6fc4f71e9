import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** Makes the page that the server sent live. The modules of its routes must be in place. */
export function hydrate(): void {
  window.hasStarted = true;
  window.firstView?.stepAside();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        // React names the difference in development; in a build its message has the number of the error
        onRecoverableError: (error) => console.error('The page differed from what the server sent:', error),
      },
    );
  });
}
