import { wholePackage } from '@fairlead/contract/packages/calls';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { FilmTitle } from '../film-title.tsx';
import type { Film } from '../wire.ts';
import { type OpenPackage, openPackageQuery } from './api.ts';
import { type FromPackage, PackageFrame } from './package-frame.tsx';
import { PackageWays } from './package-ways.tsx';
import { inPercent } from './score-to-pass.ts';
import { type PackageProgress, usePackage } from './use-package.ts';
import { usePlayed } from './use-played.ts';

type PackagePlayerProps = {
  film: Film;
  /** Called when the package counts. */
  onComplete: () => void;
  /** What follows a package that counts. */
  after?: ReactNode;
};

/** A package of an authoring tool, played at another origin. One for each package: give it a key. */
export function PackagePlayer(props: PackagePlayerProps) {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(openPackageQuery(props.film.id));
  if (data) return <Player key={dataUpdatedAt} opened={data} onReload={() => void refetch()} {...props} />;
  return (
    <>
      {error && !isFetching ? (
        <Alert action={<TryAgain onClick={() => void refetch()} />}>
          <p>{messageOf(error, 'Failed to open the package.')}</p>
          <p className="text-sm">A package needs an internet connection.</p>
        </Alert>
      ) : (
        <p className="flex items-center gap-3 text-soft">
          <Spinner /> Opening the package…
        </p>
      )}
      <FilmTitle film={props.film} />
    </>
  );
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button tone="plain" size="small" onClick={onClick}>
    Try again
  </Button>
);

function Player({
  opened,
  film,
  onReload,
  onComplete,
  after,
}: PackagePlayerProps & { opened: OpenPackage; onReload: () => void }) {
  const items = opened.items.filter(({ launch }) => launch !== null);
  const [failure, setFailure] = useState<string>();
  const least = film.durationSeconds;
  const { standing, statuses, belowScore, trouble, isOverwritten, read, note, store } = usePackage(opened, {
    least,
    wasComplete: film.completed,
    onComplete,
  });
  const { item, play, take, frame, failure: unread } = usePlayed(opened, items, read);
  // with rules, the player itself leads to hidden parts; without rules, only this list does
  const listed = opened.order === null ? items : items.filter(({ isVisible }) => isVisible);

  function hear(message: FromPackage) {
    if (message.kind === 'failed') setFailure(message.reason);
    take(message);
    if (message.kind === 'stored' && message.item === wholePackage) void store(wholePackage, message.values);
    const from = 'item' in message && items.find(({ id }) => id === message.item);
    if (!from) return;
    if (message.kind === 'stored') void store(from.id, message.values);
    if (message.kind === 'set') note(from.id, message.values);
    // a page without a report is done when it was seen
    if (message.kind === 'shown' && !from.isScored) void store(from.id, {});
  }

  return (
    <div className="flex flex-col gap-4">
      {isOverwritten ? (
        <Alert tone="warn" action={<TryAgain onClick={onReload} />}>
          You continued this package on another device. Load it again to go on from there.
        </Alert>
      ) : (
        <PackageFrame title={film.title} url={opened.url} {...frame} onMessage={hear} />
      )}
      {failure && <Alert>The package could not be opened. Please tell the academy.</Alert>}
      {unread && <Alert action={<TryAgain onClick={unread.onAgain} />}>{unread.message}</Alert>}
      {trouble && (
        <Alert tone={trouble.isKept ? 'info' : 'bad'}>
          {trouble.message}
          {trouble.isKept &&
            ' Your progress in this package is saved on this device. It is sent when the connection is back.'}
        </Alert>
      )}
      {items
        .filter(({ id }) => belowScore.get(id))
        .map(({ id, title, masteryScore }) => (
          <Alert
            key={id}
            tone="warn"
            action={
              (id === item || play.mayOpen(id)) && (
                // the page that is loaded again stores what was set, and then opens the part from its beginning
                <Button tone="plain" size="small" onClick={() => (id === item ? location.reload() : play.open(id))}>
                  Repeat
                </Button>
              )
            }
          >
            Your score {items.length > 1 && `in “${title}” `}is below the score to pass:{' '}
            {inPercent(opened.edition, masteryScore)}.
          </Alert>
        ))}
      {play.order && <PackageWays order={play.order} onGo={play.go} />}
      <FilmTitle film={film} />
      <WhatCounts standing={standing} least={least} after={after} />
      {listed.length > 1 && (
        <nav aria-label="Parts of this package">
          <ol className="flex flex-col gap-2">
            {listed.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === item ? 'true' : undefined}
                  disabled={!play.mayOpen(one.id)}
                  onClick={() => play.open(one.id)}
                  className={cx(
                    'flex w-full items-center gap-3 rounded-md border bg-surface px-4 py-3 text-left',
                    one.id === item ? 'border-signal ring-1 ring-signal' : 'border-line enabled:hover:border-edge',
                    !play.mayOpen(one.id) && one.id !== item && 'text-soft',
                  )}
                >
                  <span className="min-w-0 flex-1 break-words">{one.title}</span>
                  {(statuses.get(one.id) || (!one.isScored && one.id === item)) && (
                    <span className="flex items-center gap-1 text-sm text-good">
                      <CheckIcon className="size-4" /> Done
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  );
}

/** The two halves of what counts: what the package has reported, and the time by the academy's clock. */
function WhatCounts({ standing, least, after }: { standing: PackageProgress; least: number; after: ReactNode }) {
  const { isReported, isComplete, seconds } = standing;
  if (isComplete)
    return (
      <Alert tone="good" action={after}>
        This package is complete.
      </Alert>
    );
  const left = Math.max(0, least - seconds);
  return (
    <ul className="flex flex-col gap-2 text-sm">
      <Half isDone={isReported}>
        {isReported ? 'Reported by the package: complete.' : 'The package has not reported that you completed it.'}
      </Half>
      <Half isDone={left < 1}>
        {left < 1
          ? `You spent the minimum time: ${formatSpan(least)}.`
          : `Minimum time: ${formatSpan(least)}. ${formatSpan(left)} left.`}
      </Half>
    </ul>
  );
}

const Half = ({ isDone, children }: { isDone: boolean; children: ReactNode }) => (
  <li className={cx('flex items-center gap-2', isDone ? 'text-good' : 'text-soft')}>
    {isDone ? (
      <CheckIcon className="size-4 shrink-0" />
    ) : (
      <span aria-hidden="true" className="size-4 shrink-0 rounded-full border border-edge" />
    )}
    <span>{children}</span>
  </li>
);
