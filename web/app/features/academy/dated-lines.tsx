import { Link } from 'react-router';
import { Width } from '../../ui/layout.tsx';

/** Lines of the home page, each with its day, in words, and where it leads; `id` tells two of the same words apart. */
export type DatedLines = {
  title: string;
  lines: readonly { id?: string; on: string; text: string; to?: string }[];
};

/** A part of the home page with such lines. */
export const DatedPart = ({ title, lines }: DatedLines) => (
  <Width className="pt-16">
    <h2 className="text-center text-3xl">{title}</h2>
    <ul className="mx-auto mt-8 max-w-text">
      {lines.map(({ id, on, text, to }) => (
        <li key={id ?? on + text} className="mt-4 wrap-anywhere">
          <strong>{on}</strong>{' '}
          {to ? (
            <Link to={to} className="text-link underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  </Width>
);
