import type { Progress, Standing } from '@fairlead/contract/enrolments/calls';
import type { EnrolmentState } from '@fairlead/contract/values/enrolment-state';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import type { Course } from '../wire.ts';

/** The number of stops that the learner has behind them in each state. */
const stopsDone: Record<EnrolmentState, number> = {
  'not-requested': 0,
  requested: 0,
  'document-needed': 0,
  declined: 0,
  training: 1,
  'test-open': 2,
  certified: 4,
  // the certificate has to be earned again
  'certificate-expired': 3,
  'certificate-revoked': 3,
};

const isBad = (state: EnrolmentState) => state === 'declined' || state.startsWith('certificate-');

type VoyageLineProps = {
  standing: Pick<Standing, 'state' | 'certificate'>;
  format: Course['format'];
  progress: Pick<Progress, 'percent'>;
};

/** What is between the request and the test. */
const classes: Record<Course['format'], string> = { online: 'Videos', classroom: 'Class', both: 'Videos, class' };

/** The way from the request to the certificate of a course, with the learner's position on it. */
export function VoyageLine({ standing: { state, certificate }, format, progress: { percent } }: VoyageLineProps) {
  const done = stopsDone[state] - (certificate?.onHold ? 1 : 0);
  const stops = ['Request', classes[format], 'Test', 'Certificate'];
  const sailed = (index: number) => (index < done ? 100 : index === done && state === 'training' ? percent : 0);
  return (
    <ol className="flex text-xs">
      {stops.map((name, index) => {
        const isNow = index === done;
        const isLast = index === stops.length - 1;
        return (
          <li key={name} aria-current={isNow ? 'step' : undefined} className={isLast ? 'shrink-0' : 'min-w-0 flex-1'}>
            <div className="mb-1 flex items-center">
              <span
                className={cx(
                  'flex size-5 shrink-0 items-center justify-center rounded-full border-2',
                  index < done
                    ? 'border-good bg-good text-surface'
                    : isNow
                      ? isBad(state)
                        ? 'border-bad bg-bad-soft'
                        : 'border-signal'
                      : 'border-line',
                )}
              >
                {index < done ? (
                  <CheckIcon strokeWidth="4" className="size-3" />
                ) : (
                  isNow && <span className={cx('size-2 rounded-full', isBad(state) ? 'bg-bad' : 'bg-signal')} />
                )}
              </span>
              {!isLast && (
                <span className="h-1 flex-1 bg-line">
                  <span
                    className={cx('block h-full', index < done ? 'bg-good' : 'bg-signal')}
                    style={{ width: `${sailed(index)}%` }}
                  />
                </span>
              )}
            </div>
            <span className={cx(isNow ? 'font-semibold' : 'text-soft')}>
              {name}
              {index < done && <span className="sr-only">, done</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
