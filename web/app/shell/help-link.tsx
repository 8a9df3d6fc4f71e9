import { useLocation } from 'react-router';
import { helpPath } from '../lib/handbook-paths.ts';
import { LinkButton } from '../ui/button.tsx';

/** The '?' in the header of learners and staff: the page of the handbook about the screen that is open. */
export function HelpLink() {
  const { pathname } = useLocation();
  return (
    <LinkButton
      to={helpPath(pathname)}
      tone="on-navy"
      size="small"
      aria-label="Help"
      title="Help"
      className="shrink-0 border-transparent text-lg max-sm:-mr-3 max-sm:min-h-11 max-sm:px-3"
    >
      ?
    </LinkButton>
  );
}
