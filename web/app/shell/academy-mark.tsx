import { useBrand } from '../lib/site.tsx';
import { LogoMark } from '../ui/logo.tsx';

/** The academy's own mark, or ours while it has none. Its name always stands beside it. */
export function AcademyMark({ className = '' }: { className?: string }) {
  const { logo } = useBrand();
  return logo ? (
    <img src={logo} alt="" className={`object-contain ${className}`} />
  ) : (
    <LogoMark className={className} />
  );
}
