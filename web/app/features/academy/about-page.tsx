import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { useBrand } from '../../lib/site.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader, Width } from '../../ui/layout.tsx';
import type { Route } from './+types/about-page.ts';
import { ReachUs } from './reach-us.tsx';
import { Recognition } from './recognition.tsx';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'About',
    description:
      'Who we are: maritime training by people who have sailed, with films, tests and certificates that anyone can check.',
    path: paths.about,
  });

export default function AboutPage() {
  const { name, city } = useBrand();
  return (
    <Width className="py-10">
      <PageHeader title={`About ${name}`}>A maritime training academy in {city}.</PageHeader>
      <div className="grid items-start gap-10 md:grid-cols-[3fr_2fr]">
        <div className="flex max-w-text flex-col gap-5">
          <p>
            We train people who work at sea: ratings, officers and engineers, before they sign on, between two
            contracts, and on board. Our instructors have sailed themselves, and teach what they have met.
          </p>
          <Recognition />
          <p>
            A course is films that you watch in order and at your own pace, and a test at the end; some courses meet in
            a classroom. What you have watched is kept on our side, so that a lost link or a new phone costs you
            nothing.
          </p>
          <p>
            Anyone who passes gets a certificate with a number. Ship owners, managers and port officers can check it on
            this site at any time, without asking us.
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <LinkButton to={paths.courses}>Browse courses</LinkButton>
            <LinkButton to={paths.contact} tone="plain">
              Write to us
            </LinkButton>
          </div>
        </div>
        <Card>
          <h2 className="mb-4 text-xl">Reach us</h2>
          <ReachUs />
        </Card>
      </div>
    </Width>
  );
}
