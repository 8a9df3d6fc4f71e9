import { Fragment } from 'react';
import { Link } from 'react-router';
import { isLowData } from '../../lib/device/low-data.ts';
import { cx } from '../../ui/cx.ts';
import type { HandbookPage } from './handbook-text.ts';
import { pictureOf, sizeOf } from './pictures.ts';
import type { Reader } from './readers.ts';

/** A text of the handbook; what it quotes from the screen is set in bold. */
export function Words({ children }: { children: string }) {
  return children
    .split(/(‘[^‘]*’(?![a-z]))/)
    .map((part, place) => (
      <Fragment key={place}>
        {place % 2 === 1 ? <b className="font-semibold text-ink">{part.slice(1, -1)}</b> : part}
      </Fragment>
    ));
}

type PictureProps = { src: string | undefined; alt: string; width: number; height: number };

/** A picture of the screen that a page is about; not loaded where somebody saves data. */
const Picture = ({ alt, ...image }: PictureProps) =>
  !isLowData() && (
    <img {...image} alt={alt} loading="lazy" decoding="async" className="mt-6 rounded-md border border-line" />
  );

/** A page of the handbook. Its title is a heading of `level`. */
export function HandbookArticle({ reader, page, level }: { reader: Reader; page: HandbookPage; level: 1 | 2 }) {
  const { title, picture, purpose, steps, outcome, trouble, links } = page;
  const Title = level === 1 ? 'h1' : 'h2';
  const Part = level === 1 ? 'h2' : 'h3';
  return (
    <article className={cx('max-w-text', level === 2 && 'mt-8 border-t border-line pt-6')}>
      <Title className={level === 1 ? 'text-3xl' : 'text-2xl'}>{title}</Title>
      <p className="mt-3 text-lg text-pretty text-soft">
        <Words>{purpose}</Words>
      </p>
      {picture && <Picture src={pictureOf(reader, page.id)} alt={picture} {...sizeOf(reader)} />}
      <Part className="mt-8 mb-3 text-xl">Steps</Part>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>
            <Words>{step}</Words>
          </li>
        ))}
      </ol>
      <Part className="mt-8 mb-3 text-xl">What happens then</Part>
      <p>
        <Words>{outcome}</Words>
      </p>
      <Part className="mt-8 mb-3 text-xl">If it does not work</Part>
      <ul className="flex list-disc flex-col gap-2 pl-6">
        {trouble.map((one) => (
          <li key={one}>
            <Words>{one}</Words>
          </li>
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
        {links.map(([text, to]) => (
          <Link key={to} to={to} className="font-semibold text-link hover:underline">
            {text}
          </Link>
        ))}
      </p>
    </article>
  );
}
