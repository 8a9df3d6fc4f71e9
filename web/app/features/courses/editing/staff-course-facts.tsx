import { validityInWords } from '@fairlead/contract/values/validity-words';
import { formatRupees } from '../../../lib/format/money.ts';
import { Facts } from '../../../ui/facts.tsx';
import { formatNames, replacedAboardNames } from '../course-format.ts';
import type { Course } from '../wire.ts';

/** Details of a course as staff read them, in its row and on its page. */
export const courseFacts = {
  price: ({ price }: Course) => formatRupees(price),
  format: ({ format }: Course) => formatNames[format],
  /** How long its certificate is valid, in few words. */
  validity: ({ rule: { validity, validityMonths } }: Course) => {
    if (validity === 'bound') return 'Bound';
    if (validityMonths === null) return 'Does not expire';
    return validity === 'months' ? `${validityMonths} months` : `Refresher: ${validityMonths} months`;
  },
  /** How fast its films may be played; a course in the classroom has none. */
  playback: ({ format, highestSpeed }: Course) => (format === 'classroom' ? '–' : `up to ${highestSpeed} ×`),
  /** What counts of videos that were replaced while learners had them aboard. */
  replaced: ({ replacedAboard }: Course) => replacedAboardNames[replacedAboard],
};

/** The duration, price, category, format, certificate validity and playback speed of a course. */
export function CourseFacts({ course, className }: { course: Course; className?: string }) {
  const { duration, category, format } = course;
  return (
    <Facts
      className={className}
      facts={[
        ['Duration', duration],
        ['Price', courseFacts.price(course)],
        ['Category', category],
        ['Format', courseFacts.format(course)],
        ['Certificate', validityInWords(course.rule)],
        ...(format === 'classroom'
          ? []
          : [
              ['Playback', courseFacts.playback(course)] as const,
              ['Replaced videos watched offline', courseFacts.replaced(course)] as const,
            ]),
      ]}
    />
  );
}
