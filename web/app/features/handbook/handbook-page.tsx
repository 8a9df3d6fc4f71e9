import { useState } from 'react';
import { data, Link, NavLink, redirect } from 'react-router';
import { useKeptOffline } from '../../lib/device/kept-offline.ts';
import { handbookPath } from '../../lib/handbook-paths.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { isStaff } from '../../lib/session/roles.ts';
import { claimsOf, getSession } from '../../lib/session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { ArrowLeftIcon } from '../../ui/more-icons.tsx';
import type { Route } from './+types/handbook-page.ts';
import { HandbookArticle, Words } from './handbook-article.tsx';
import { type HandbookPage as Page, searchPages } from './handbook-text.ts';
import { handbooks, pagesOf, pathAbout, type Reader, readersFor } from './readers.ts';

export const meta: Route.MetaFunction = (page) => titled(page.loaderData?.page?.title ?? 'Handbook', page);

/** What the handbook knows of its reader; somebody who may not read a handbook is led to their own. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const role = claimsOf(getSession()?.accessToken ?? '')?.role ?? 'learner';
  const readers = readersFor(role);
  const about = new URL(request.url).searchParams.get('about');
  if (about !== null) throw redirect(await pathAbout(about, readers));
  const reader = readers.find((one) => one === params.reader?.toLowerCase());
  if (!reader) throw redirect(handbookPath(readers[0]));
  const pages = await pagesOf(reader);
  const page = pages.find(({ id }) => id === params.page?.toLowerCase());
  if (params.page && !page) throw data(null, { status: 404 });
  return { reader, readers, pages, page, isOfStaff: isStaff(role) };
}

/** The handbook of a reader: its contents, or one of its pages, with a search over both. On paper, all of its pages. */
export default function HandbookPage({ loaderData }: Route.ComponentProps) {
  const { reader, readers, pages, page, isOfStaff } = loaderData;
  // a new page ends the search
  return <Opened key={`${reader}/${page?.id}`} {...{ reader, readers, pages, page, isOfStaff }} />;
}

type OpenedProps = {
  reader: Reader;
  readers: readonly Reader[];
  pages: readonly Page[];
  page: Page | undefined;
  isOfStaff: boolean;
};

function Opened({ reader, readers, pages, page, isOfStaff }: OpenedProps) {
  const [query, setQuery] = useState('');
  const title = `Handbook for ${handbooks[reader].name.toLowerCase()}`;
  useKeptOffline(handbookPath(reader), handbookPath(reader, page?.id));
  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4 print:hidden">
        {/* biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search> */}
        <div role="search" className="w-full max-w-md">
          <SearchBox label="Search the handbook" value={query} onChange={setQuery} />
        </div>
        <div className="flex flex-wrap gap-3">
          {isOfStaff && (
            <LinkButton to={paths.staffHome} tone="plain" size="small">
              <ArrowLeftIcon /> Staff area
            </LinkButton>
          )}
          <Button tone="plain" size="small" onClick={() => print()}>
            {page ? 'Print this page' : 'Print the handbook'}
          </Button>
        </div>
      </div>
      {query.trim() ? (
        <Found reader={reader} pages={pages} query={query} />
      ) : page ? (
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_17rem]">
          <HandbookArticle reader={reader} page={page} level={1} />
          <div className="print:hidden">
            <Contents title={title} {...{ reader, pages }} />
          </div>
        </div>
      ) : (
        <>
          <h1 className="text-3xl">{title}</h1>
          <div className="mt-6 print:hidden">
            <Contents {...{ reader, pages }} />
          </div>
          <div className="hidden print:block">
            {pages.map((one) => (
              <HandbookArticle key={one.id} reader={reader} page={one} level={2} />
            ))}
          </div>
        </>
      )}
      {readers.length > 1 && (
        <nav aria-label="Other handbooks" className="mt-12 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5">
          <span className="text-soft">Other handbooks:</span>
          {readers
            .filter((one) => one !== reader)
            .map((one) => (
              <Link key={one} to={handbookPath(one)} className="text-link underline">
                {handbooks[one].name}
              </Link>
            ))}
        </nav>
      )}
    </>
  );
}

type ContentsProps = { reader: Reader; pages: readonly Page[]; title?: string };

/** The pages of a handbook; with `title`, beside one of them. */
function Contents({ reader, pages, title }: ContentsProps) {
  return (
    <nav aria-label="Pages of the handbook">
      {title && (
        <p className="mb-2 font-semibold">
          <Link to={handbookPath(reader)} className="text-link hover:underline">
            {title}
          </Link>
        </p>
      )}
      <ol className={title ? 'flex flex-col' : 'grid gap-3 md:grid-cols-2'}>
        {pages.map(({ id, title: name, purpose }) =>
          title ? (
            <li key={id}>
              <NavLink
                to={handbookPath(reader, id)}
                className="block rounded-md px-3 py-2 hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:font-semibold"
              >
                {name}
              </NavLink>
            </li>
          ) : (
            <li key={id} className="card relative hover:bg-sunken">
              <Link to={handbookPath(reader, id)} className="font-semibold text-link after:absolute after:inset-0">
                {name}
              </Link>
              <p className="mt-1 text-sm text-soft">
                <Words>{purpose}</Words>
              </p>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}

function Found({ reader, pages, query }: { reader: Reader; pages: readonly Page[]; query: string }) {
  const found = searchPages(pages, query);
  return (
    <>
      <h1 className="text-2xl" aria-live="polite">
        {found.length === 0 ? 'Nothing found' : found.length === 1 ? 'One page' : `${found.length} pages`}
      </h1>
      {found.length === 0 && <p className="mt-3">No page has all of these words. Try fewer or other words.</p>}
      <ul className="mt-5 flex max-w-text flex-col gap-5">
        {found.map((one) => (
          <li key={one.page.id}>
            <Link to={handbookPath(reader, one.page.id)} className="text-lg font-semibold text-link hover:underline">
              {one.page.title}
            </Link>
            <p className="text-soft">
              <Words>{one.found}</Words>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
