import { useBrand } from '../lib/brand.ts';
import { LogoMark } from '../ui/logo.tsx';

/** The academy's own logo, or the default logo while it has none. The academy's name is always next to it. */
export function AcademyMark({ className = '' }: { className?: string }) {
  const { logo } = useBrand();
  return logo ? (
    <img src={logo} alt="" className={`object-contain ${className}`} />
  ) : (
    <LogoMark className={className} />
  );
}
