import { useLocation, useNavigate, useNavigation } from 'react-router';

/**
 * For the ErrorBoundary of a page whose loader failed: loads the page's data again, and the page in place of the error.
 * `busy` while it loads. The URL keeps its search, and loses its hash; the scroll position stays.
 *
 * It navigates to the page that is open, since useRevalidator does not do: React Router's boundary lets go of its error
 * after a revalidation only when React has rendered 'loading' in between. Data that arrive sooner (from the cache, or
 * from a fast server on a slow device) leave the error on screen, and then, being cached, on each further try.
 */
export function useLoadAgain(): { busy: boolean; loadAgain: () => void } {
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  const { search, state } = useLocation();
  const loadAgain = () => void navigate({ search }, { replace: true, preventScrollReset: true, state });
  return { busy, loadAgain };
}
