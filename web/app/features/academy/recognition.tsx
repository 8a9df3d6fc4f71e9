import { useBrand } from '../../lib/brand.ts';

/** The recognition that the academy claims for its courses; nothing when it claims none. */
export function Recognition({ className }: { className?: string }) {
  const { recognition } = useBrand();
  if (!recognition) return null;
  return <p className={className}>Our courses are recognised by the {recognition} and internationally.</p>;
}
