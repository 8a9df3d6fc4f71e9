import type { WatchRecord } from '@fairlead/contract/training/watch-record';
import { formatRunningTime, formatSpan } from '../../../lib/format/running-time.ts';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/layout.tsx';

type WatchedFilmProps = { film: WatchRecord['films'][number] };

/** A film with its credited parts, as a picture and in words, and the times at which they were watched. */
export function WatchedFilm({ film }: WatchedFilmProps) {
  const { serial, title, duration, removed, watchedSeconds, completedAt, openedAt, highestSpeed } = film;
  const { checks, sittings, offline, replaced, byOlderVersion } = film;
  return (
    <li>
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="min-w-0 text-base break-words">
            {serial}. {title}
          </h2>
          {removed && <Badge>{replaced ? 'Older version' : 'Removed since'}</Badge>}
          {completedAt ? (
            <Badge tone="good">{film.package ? 'Complete' : 'Watched'}</Badge>
          ) : (
            <Badge tone="info">Not complete</Badge>
          )}
        </div>
        <Stretches film={film} />
        <p className="text-sm text-soft tabular-nums">
          {formatRunningTime(Math.min(watchedSeconds, duration))} of {formatRunningTime(duration)}
          {openedAt ? (
            <>
              , opened <Moment at={openedAt} />
            </>
          ) : (
            ', not opened yet'
          )}
          {!film.package && `, at up to ${highestSpeed} ×`}
          {completedAt && (
            <>
              , complete <Moment at={completedAt} />
              {byOlderVersion && ', since its older version was watched offline'}
            </>
          )}
        </p>
        {film.package && <PackageReport title={title} report={film.package} />}
        {checks.length > 0 && (
          <ul
            aria-label={`Presence checks of ${title}`}
            className="divide-y divide-line border-t border-line text-sm tabular-nums"
          >
            {checks.map((check) => (
              <PresenceCheck key={check.at} check={check} />
            ))}
          </ul>
        )}
        {sittings.length > 0 && (
          <ul
            aria-label={`Sittings of ${title}`}
            className="divide-y divide-line border-t border-line text-sm tabular-nums"
          >
            {sittings.map(({ beganAt, lastAt, seconds }) => (
              <li key={beganAt} className="flex flex-wrap justify-between gap-x-6 py-1.5">
                <span>
                  <Moment at={beganAt} />
                  {lastAt !== beganAt && (
                    <>
                      {' '}
                      to <Moment at={lastAt} />
                    </>
                  )}
                </span>
                <span className="text-soft">{formatSpan(seconds)} credited</span>
              </li>
            ))}
          </ul>
        )}
        {offline.length > 0 && (
          <ul
            aria-label={`Watched offline of ${title}`}
            className="divide-y divide-line border-t border-line text-sm tabular-nums"
          >
            {offline.map((stretch) => (
              <OfflineStretch key={`${stretch.creditedAt} ${stretch.intervals[0]?.[0]}`} stretch={stretch} />
            ))}
          </ul>
        )}
      </Card>
    </li>
  );
}

type PackageReportProps = { title: string; report: NonNullable<WatchRecord['films'][number]['package']> };

/** What a package has reported of its parts; the learner's browser sent it. */
function PackageReport({ title, report: { version, reportedAt, items } }: PackageReportProps) {
  return (
    <>
      <p className="text-sm">
        Reported by the package (SCORM {version}):{' '}
        {reportedAt ? (
          <>
            complete, <Moment at={reportedAt} />
          </>
        ) : (
          'not complete'
        )}
      </p>
      <ul aria-label={`Parts of ${title}`} className="divide-y divide-line border-t border-line text-sm tabular-nums">
        {items.map((item) => (
          <li key={item.title} className="flex flex-wrap justify-between gap-x-6 py-1.5">
            <span className="min-w-0 break-words">{item.title}</span>
            <span className="text-soft">
              {item.status}
              {item.score !== null && `, ${item.score} %`}
              {item.updatedAt && (
                <>
                  , <Moment at={item.updatedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

type OfflineProps = { stretch: WatchRecord['films'][number]['offline'][number] };

/** What was watched without a link: by the device's clock, and when the academy got it. */
function OfflineStretch({ stretch: { watchedFrom, watchedTo, creditedAt, seconds } }: OfflineProps) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-1.5">
      <span>
        Offline
        {watchedFrom && watchedTo && (
          <>
            {' '}
            <Moment at={watchedFrom} /> to <Moment at={watchedTo} /> by the device’s clock
          </>
        )}
      </span>
      <span className="text-soft">
        {formatSpan(seconds)} credited, received <Moment at={creditedAt} />
      </span>
    </li>
  );
}

type CheckProps = { check: WatchRecord['films'][number]['checks'][number] };

/** The question at a moment of the film, and how it was answered. */
function PresenceCheck({ check: { at, question, askedAt, answeredAt, late, wrongAnswers } }: CheckProps) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-1.5">
      <span className="min-w-0 break-words">
        {formatRunningTime(at)} · {question ?? 'Are you there?'}
      </span>
      <span className="text-soft">
        {answeredAt ? (
          <>
            answered <Moment at={answeredAt} />
            {late && ', late'}
          </>
        ) : askedAt ? (
          <>
            asked <Moment at={askedAt} />, not answered
          </>
        ) : (
          'not asked yet'
        )}
        {wrongAnswers > 0 && `, ${wrongAnswers} wrong before`}
      </span>
    </li>
  );
}

function Stretches({ film: { title, duration, intervals } }: WatchedFilmProps) {
  const inWords = intervals.map(([from, to]) => `${formatRunningTime(from)} to ${formatRunningTime(to)}`).join(', ');
  return (
    <>
      <svg
        role="img"
        aria-label={`Watched of ${title}: ${inWords || 'nothing'}`}
        viewBox="0 0 1000 24"
        preserveAspectRatio="none"
        className="h-6 w-full rounded-sm bg-sunken inset-ring inset-ring-line"
      >
        {intervals.map(([from, to]) => (
          <rect
            key={from}
            x={(from / duration) * 1000}
            width={Math.max(1, ((to - from) / duration) * 1000)}
            height="24"
            className="fill-good"
          />
        ))}
      </svg>
      {inWords && <p className="text-sm break-words tabular-nums">{inWords}</p>}
    </>
  );
}
