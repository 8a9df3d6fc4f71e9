import { useBrand } from '../../lib/brand.ts';
import { Moment } from '../../lib/site.tsx';
import { offsetFromUtc } from './utc-offset.ts';

/** An instant in the academy's time zone with its offset, for readers who do not know where the academy is. */
export function ZonedMoment({ at }: { at: string }) {
  const { timeZone } = useBrand();
  return (
    <>
      <Moment at={at} /> <span className="whitespace-nowrap">{offsetFromUtc(new Date(at), timeZone)}</span>
    </>
  );
}
