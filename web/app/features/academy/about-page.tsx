import { noTexts, publicTexts } from '@fairlead/contract/academy/public-texts';
import { useBrand } from '../../lib/brand.ts';
import { presented } from '../../lib/pages/page-meta.ts';
import { asVisitor, readOr } from '../../lib/pages/page-request.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader, Width } from '../../ui/layout.tsx';
import type { Route } from './+types/about-page.ts';
import { ReachUs } from './reach-us.tsx';
import { Recognition } from './recognition.tsx';
import { startingTexts } from './starting-texts.ts';

type Paragraph = { at: number; text: string };

/** The paragraphs that staff have written, or with which the page begins, each with its place in the text. */
export async function loader({ context }: Route.LoaderArgs): Promise<Paragraph[]> {
  const { about } = await readOr(context)(asVisitor(context)(publicTexts.get), noTexts);
  const text = about || startingTexts.about;
  return [...text.matchAll(/\S(?:(?!\n\s*\n)[\s\S])*/g)].map(({ index, 0: found }) => ({ at: index, text: found }));
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
          <p className="whitespace-pre-line wrap-anywhere">{first?.text}</p>
          <Recognition />
          {others.map(({ at, text }) => (
            <p key={at} className="whitespace-pre-line wrap-anywhere">
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
