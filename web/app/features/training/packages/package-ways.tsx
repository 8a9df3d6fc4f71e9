import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { Order } from './use-played.ts';

type PackageWaysProps = { order: Order; onGo: (request: 'continue' | 'previous' | 'start') => void };

/** The ways on and back in a package whose rules say which item comes next. */
export function PackageWays({ order, onGo }: PackageWaysProps) {
  const { current, next, previous, choices } = order;
  const isOver = current === null && !next && !previous && choices.length === 0;
  if (isOver)
    return (
      <Alert
        tone="info"
        action={
          <Button tone="plain" size="small" onClick={() => onGo('start')}>
            Begin again
          </Button>
        }
      >
        The package has ended here.
      </Alert>
    );
  return (
    <>
      {current === null && <Alert tone="info">No part is open now.{choices.length > 0 && ' Choose a part.'}</Alert>}
      <div className="flex flex-wrap justify-between gap-3">
        <Button tone="plain" size="small" disabled={!previous} onClick={() => onGo('previous')}>
          Previous part
        </Button>
        <Button tone="plain" size="small" disabled={!next} onClick={() => onGo('continue')}>
          Next part
        </Button>
      </div>
    </>
  );
}
