import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { useBrand } from '../../lib/brand.ts';
import { presented } from '../../lib/pages/page-meta.ts';
import { asVisitor } from '../../lib/pages/page-request.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader, Width } from '../../ui/layout.tsx';
import type { Route } from './+types/about-page.ts';
import { ReachUs } from './reach-us.tsx';
import { Recognition } from './recognition.tsx';

const startingText = [
  'We train people who work at sea: ratings, officers and engineers, before they sign on, between two contracts, and on board. Our instructors have worked at sea and teach from experience.',
  'In an online course you watch videos in order, at your own pace, and take a test at the end. Other courses are held in the classroom. We save what you have watched, so you lose nothing when the connection fails or you change your phone.',
  'Everyone who passes gets a certificate with a number. Ship owners, managers and port officers can verify it on this site at any time, without asking us.',
];

/** The paragraphs that staff have written, or with which the page begins. */
export async function loader({ context }: Route.LoaderArgs): Promise<string[]> {
  const { about } = (await asVisitor(context)(publicTexts.get)).data;
  return about ? about.split(/\n\s*\n/) : startingText;
}

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'About',
    description:
      'Who we are: maritime training by people who have sailed, with videos, tests and certificates that anyone can check.',
    path: paths.about,
  });

export default function AboutPage({ loaderData: [first, ...others] }: Route.ComponentProps) {
  const { name, city } = useBrand();
  return (
    <Width className="py-10">
      <PageHeader title={`About ${name}`}>A maritime training academy in {city}.</PageHeader>
      <div className="grid items-start gap-10 md:grid-cols-[3fr_2fr]">
        <div className="flex max-w-text flex-col gap-5">
          <p className="whitespace-pre-line wrap-anywhere">{first}</p>
          <Recognition />
          {others.map((text) => (
            <p key={text} className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          ))}
          <div className="mt-2 flex flex-wrap gap-3">
            <LinkButton to={paths.courses}>Browse Courses</LinkButton>
            <LinkButton to={paths.verifyForm} tone="plain">
              Verify a certificate
            </LinkButton>
            <LinkButton to={paths.contact} tone="plain">
              Contact us
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
