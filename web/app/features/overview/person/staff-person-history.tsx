import { useBrand } from '../../../lib/brand.ts';
import { dayOf, formatTime } from '../../../lib/format/dates.ts';
import { Day } from '../../../lib/site.tsx';
import { historyByDay } from './history-sentences.ts';
import type { PersonEvent } from './staff-person-wire.ts';

/** The history of a person's account, enrolments, assessments and certificates in sentences, latest first. */
export function History({ events, name }: { events: PersonEvent[]; name: string }) {
  const { timeZone } = useBrand();
  const days = historyByDay(events, { name, dayOf: (at) => dayOf(new Date(at), timeZone) });
  return (
    <ol className="flex flex-col gap-6">
      {days.map(({ day, entries }) => (
        <li key={day}>
          <h3 className="text-sm font-semibold text-soft">
            <Day date={day} />
          </h3>
          <ol className="mt-2 flex flex-col gap-3 border-l-2 border-line pl-4">
            {entries.map(({ sentence, count, event: { id, at, note, from, to } }) => (
              <li key={id}>
                <p className="wrap-anywhere">
                  {sentence}
                  {count > 1 && <span className="text-soft"> {count} times.</span>}{' '}
                  <time dateTime={at} className="text-sm whitespace-nowrap text-soft">
                    {formatTime(at, timeZone)}
                  </time>
                </p>
                {from && to && (
                  <p className="text-sm wrap-anywhere">
                    From “{from}” to “{to}”
                  </p>
                )}
                {note && <p className="text-sm whitespace-pre-line wrap-anywhere text-soft">{note}</p>}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
