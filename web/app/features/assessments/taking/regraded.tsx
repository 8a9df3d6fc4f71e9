import { marksInWords } from '@fairlead/contract/assessments/marks';
import { useBrand } from '../../../lib/brand.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { Day } from '../../../lib/site.tsx';
import type { Result } from '../wire.ts';

/** Why a score is another one than the learner saw after the test; nothing for one that never changed. */
export function Regraded({ result: { regraded, totalQuestions } }: { result: Result }) {
  const { timeZone } = useBrand();
  if (!regraded) return null;
  const { at, oldScore } = regraded;
  return (
    <p className="max-w-text text-pretty text-soft">
      The answer key of this test had a mistake, which was corrected on <Day date={dayOf(new Date(at), timeZone)} />.{' '}
      {oldScore === null
        ? 'Your test was graded again.'
        : `Before, your score was ${marksInWords(oldScore)} of ${totalQuestions}.`}
    </p>
  );
}
