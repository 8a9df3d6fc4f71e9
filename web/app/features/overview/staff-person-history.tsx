import { Moment } from '../../lib/site.tsx';
import { byWhom, whatHappened } from './history-words.ts';
import type { PersonEvent } from './staff-person-wire.ts';

/** The history of a person's account, enrolments, assessments and certificates, latest first. */
export function History({ events }: { events: PersonEvent[] }) {
  return (
    <ol className="flex flex-col gap-4 border-l-2 border-line pl-4">
      {events.map((event) => {
        const { id, at, courseTitle, certificateNumber, note, from, to } = event;
        return (
          <li key={id}>
            <p>
              <span className="font-semibold">{whatHappened(event)}</span> {byWhom(event)}
            </p>
            {courseTitle && <p className="text-sm">{courseTitle}</p>}
            {certificateNumber && <p className="text-sm wrap-anywhere">{certificateNumber}</p>}
            {from && to && (
              <p className="text-sm">
                From “{from}” to “{to}”
              </p>
            )}
            {note && <p className="text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
            <p className="text-sm text-soft">
              <Moment at={at} />
            </p>
          </li>
        );
      })}
    </ol>
  );
}
