import { useBrand } from '../../lib/site.tsx';

/** By whom the courses are recognised, as the academy may claim it; nothing when it claims nothing. */
export function Recognition({ className }: { className?: string }) {
  const { recognition } = useBrand();
  if (!recognition) return null;
  return <p className={className}>Our courses are recognised by the {recognition} and internationally.</p>;
}
