import { isRouteErrorResponse } from 'react-router';
import { ApiError, messageOf, NetworkError } from '../lib/calls/api-client.ts';
import { paths } from '../lib/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CalmSea } from '../ui/feedback/empty-state.tsx';
import { SearchBox } from '../ui/forms/search-box.tsx';
import { Width } from '../ui/layout.tsx';

/** The error page of a layout: not found, not allowed, no network, or an unexpected error. */
export function Problem({ error, area = 'site' }: { error: unknown; area?: 'site' | 'staff' }) {
  const { title, text } = wordsFor(error);
  const lost = statusOf(error) === 404;
  return (
    <div className="chart-ground flex flex-1 flex-col">
      <Width className="grid flex-1 content-center items-center gap-10 py-16 md:grid-cols-[3fr_2fr]">
        <div>
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-3 max-w-text text-lg text-pretty text-soft">{text}</p>
          {lost && area === 'site' && <FindCourse />}
          <div className="mt-7 flex flex-wrap gap-3">
            {!lost && <Button onClick={() => window.location.reload()}>Try again</Button>}
            {area === 'staff' ? (
              <LinkButton to={paths.staffHome} tone={lost ? 'signal' : 'plain'}>
                Go to the overview
              </LinkButton>
            ) : (
              <WaysOn lost={lost} />
            )}
          </div>
        </div>
        <CalmSea className="mx-auto w-full max-w-xs max-md:hidden" />
      </Width>
    </div>
  );
}

/** The search of the catalogue, for somebody whose link leads nowhere. It needs no script. */
const FindCourse = () => (
  <search className="mt-7 block">
    <form action={paths.courses} className="flex items-end gap-3">
      <SearchBox label="Search courses" />
      <Button type="submit" tone="navy">
        Search
      </Button>
    </form>
  </search>
);

/** Links for a visitor or learner on an error page. */
const WaysOn = ({ lost }: { lost: boolean }) => (
  <>
    {lost ? (
      <>
        <LinkButton to={paths.courses}>Browse Courses</LinkButton>
        <LinkButton to={paths.verifyForm} tone="plain">
          Verify a certificate
        </LinkButton>
      </>
    ) : (
      <LinkButton to={paths.home} tone="plain">
        Go to the home page
      </LinkButton>
    )}
    <LinkButton to={paths.dashboard} tone="plain" className="signed-out:hidden">
      Dashboard
    </LinkButton>
    <LinkButton to={paths.contact} tone="plain">
      Contact us
    </LinkButton>
  </>
);

const statusOf = (error: unknown) =>
  isRouteErrorResponse(error) || error instanceof ApiError ? error.status : undefined;

/** The server's message, from a page's loader or from a call. */
function sentenceOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return messageOf(error, '');
  const { message } = (error.data ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

/** Title and text for an error; the title is also the page's title. */
export function wordsFor(error: unknown): { title: string; text: string } {
  if (error instanceof NetworkError)
    return {
      title: 'No connection',
      text: 'We cannot reach the academy. Check your internet connection. Your work so far is saved.',
    };
  switch (statusOf(error)) {
    case 404:
      return {
        title: 'Page not found',
        text: 'The address may be mistyped, or the page has moved.',
      };
    case 503:
      return {
        title: 'The website is not available at the moment',
        text: sentenceOf(error) || 'Please try again soon.',
      };
    case 403:
      return { title: 'No access', text: 'Your account cannot open this page.' };
    default:
      return { title: 'Something went wrong', text: 'The error is on our side. Please try again.' };
  }
}
