import { letter, wrap } from './lettering.ts';
import { palette as p } from './palette.ts';
import { type Look, portraitContent } from './portrait.ts';
import { polar, rect, repeat, round } from './svg.ts';

export type IdentityFacts = {
  /** The name of the document, such as 'Aadhaar' or 'Driving License'. */
  kind: string;
  name: string;
  /** YYYY-MM-DD. */
  birthDate: string;
  country: string;
  /** As printed; the demo prints only its last four characters. */
  number: string;
  /** The seed and look of its portrait. */
  seed: string;
  look: Look;
};

export const identityCardSize = { width: 1000, height: 630 } as const;

/** Fine crossing waves, as on security paper. */
function guilloche(): string {
  const line = (phase: number, tone: string) => {
    const points = repeat(
      101,
      (i) =>
        `${i === 0 ? 'M' : 'L'}${i * 10} ${round(330 + Math.sin(i / 6 + phase) * 120 + Math.sin(i / 2.3 + phase * 2) * 26)}`,
    );
    return `<path d="${points}" fill="none" stroke="${tone}" stroke-opacity="0.35" stroke-width="1.6"/>`;
  };
  return repeat(14, (i) => line(i * 0.45, i % 2 === 0 ? p.steel : '#e0a79a'));
}

/** The compass card printed on charts: rings and ticks, without figures. */
function compassCard(x: number, y: number, radius: number, colour: string, strength: number): string {
  const ticks = repeat(72, (i) => {
    const length = i % 18 === 0 ? 0.16 : i % 6 === 0 ? 0.1 : 0.05;
    const [ax, ay] = polar([x, y], radius, i * 5);
    const [bx, by] = polar([x, y], radius * (1 - length), i * 5);
    return `M${ax} ${ay}L${bx} ${by}`;
  });
  return `<g fill="none" stroke="${colour}" stroke-opacity="${strength}" stroke-width="2.5">
    <circle cx="${x}" cy="${y}" r="${radius}"/><circle cx="${x}" cy="${y}" r="${round(radius * 0.72)}"/><path d="${ticks}"/></g>`;
}

/** An invented card that cannot be mistaken for a real document: it says SPECIMEN across its whole face. */
export function identityCardContent(facts: IdentityFacts): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Name', facts.name],
    ['Date of birth', facts.birthDate.split('-').reverse().join('/')],
    ['Country', facts.country],
    ['Number', `XXXX XXXX ${facts.number.slice(-4)}`],
  ];
  const fields = rows.map(([label, value], i) => {
    const y = 226 + i * 86;
    const size = wrap(value, 26).length > 1 ? 24 : 32;
    return `${letter(label, { x: 380, y, size: 18, weight: 600, fill: p.blue })}${letter(value, { x: 380, y: y + 36, size, weight: 700, fill: p.ink })}`;
  });
  return `${rect(0, 0, 1000, 630, '#f3f1e8', 36)}<clipPath id="card"><rect width="1000" height="630" rx="36"/></clipPath><g clip-path="url(#card)">${guilloche()}${compassCard(860, 500, 210, p.steel, 0.25)}${rect(0, 0, 1000, 122, p.navy)}${rect(0, 122, 1000, 8, p.orange)}</g>
    ${letter('Demo State of Fairlead', { x: 48, y: 56, size: 22, weight: 600, fill: p.ochre, spacing: 1 })}${letter(`${facts.kind} (invented)`, { x: 48, y: 96, size: 32, weight: 700, fill: p.chalk })}
    <clipPath id="photo"><rect x="56" y="190" width="272" height="340" rx="14"/></clipPath><g clip-path="url(#photo)"><g transform="translate(56 190) scale(0.5667)">${portraitContent(facts.seed, facts.look)}</g></g>
    ${fields.join('')}<g transform="translate(500 372) rotate(-24)">${letter('SPECIMEN', { x: 0, y: 60, size: 170, weight: 700, fill: p.orange, anchor: 'middle', opacity: 0.32, spacing: 10 })}</g>
    ${letter('Drawn for a demonstration. Not a document of any authority.', { x: 56, y: 590, size: 20, fill: p.ocean })}`;
}
