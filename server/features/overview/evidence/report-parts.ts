import { escapeHtml as text } from '../../../platform/escape-html.ts';
import { styleOfReport } from './evidence-style.ts';

/** A name and a value, which may be empty. */
export type Fact = readonly [name: string, value: string | number | null];

/**
 * A self-contained HTML page to read and print: it loads nothing but the pictures beside it, and runs no script.
 *
 * @param part.title plain text; `header` and `main` are HTML. `isBroad` leaves room for tables of many columns.
 */
export const reportPage = (part: {
  title: string;
  header: string;
  main: string;
  isBroad?: boolean;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(part.title)}</title>
<style>${styleOfReport}</style>
</head>
<body${part.isBroad ? ' class="broad"' : ''}>
<header>
${part.header}
</header>
<main>
${part.main}
</main>
</body>
</html>
`;

/** A part of a page; `content` is HTML. */
export const section = (title: string, content: string): string => `<section><h2>${title}</h2>\n${content}</section>`;

/** That there is nothing, in a sentence. */
export const none = (sentence: string): string => `<p>${sentence}</p>`;

/** Facts as a list; unknown ones are left out. */
export const facts = (all: readonly Fact[]): string =>
  `<dl>${all
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${text(String(value))}</dd></div>`)
    .join('')}</dl>`;

/** A time in UTC, such as 2026-11-20 06:30:00; null for none. */
export const moment = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString().replace('T', ' ').slice(0, 19);

/** A table of HTML cells. */
export const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide"><table>
<thead><tr>${titles.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table></div>`;
