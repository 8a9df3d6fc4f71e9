import { letter } from './lettering.ts';
import { ocrB, ocrBPitch } from './ocr-b.ts';
import { palette as p } from './palette.ts';
import { type Look, portraitContent } from './portrait.ts';
import { rect, repeat, round } from './svg.ts';

export type PassportFacts = {
  surname: string;
  givenNames: string;
  number: string;
  /** YYYY-MM-DD, as `expiresOn`. */
  birthDate: string;
  expiresOn: string;
  /** The seed and look of its portrait. */
  seed: string;
  look: Look;
};

export const passportPageSize = { width: 1250, height: 880 } as const;

const filled = (text: string, length: number) => text.replaceAll(' ', '<').slice(0, length).padEnd(length, '<');

/** The check digit of ICAO 9303, part 3, 4.9: digits count as themselves, A to Z as 10 to 35, the filler as 0. */
function checkDigit(text: string): string {
  const worth = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36));
  return String([...text].reduce((sum, sign, i) => sum + worth(sign) * ([7, 3, 1][i % 3] ?? 0), 0) % 10);
}

const withCheckDigit = (text: string) => text + checkDigit(text);
const sixDigits = (day: string) => day.replaceAll('-', '').slice(2);

/** The two lines of the readable zone of a passport of India. */
function zoneLines(facts: PassportFacts): [string, string] {
  const name = `${facts.surname}<<${facts.givenNames}`.toUpperCase();
  const number = withCheckDigit(filled(facts.number, 9));
  const born = withCheckDigit(sixDigits(facts.birthDate));
  const expires = withCheckDigit(sixDigits(facts.expiresOn));
  const personal = `${filled('', 14)}0`;
  const last = checkDigit(number + born + expires + personal);
  return [filled(`P<IND${name}`, 44), `${number}IND${born}M${expires}${personal}${last}`];
}

function zoneLine(line: string, y: number): string {
  const pitch = 25.4;
  const scale = pitch / ocrBPitch;
  const signs = [...line].map(
    (sign, i) => `<path transform="translate(${round(i * ocrBPitch)} 0)" d="${ocrB[sign]}"/>`,
  );
  return `<g transform="translate(66 ${y}) scale(${scale})" fill="${p.ink}">${signs.join('')}</g>`;
}

/** The page of an invented passport, with a readable zone as real ones have it: it says SPECIMEN across its face. */
export function passportPageContent(facts: PassportFacts): string {
  const day = (iso: string) => iso.split('-').reverse().join('/');
  const rows = [
    ['Surname', facts.surname],
    ['Given names', facts.givenNames],
    ['Date of birth', day(facts.birthDate)],
    ['Date of expiry', day(facts.expiresOn)],
    ['Passport number', facts.number],
  ].map(([label = '', value = ''], i) => {
    const y = 190 + i * 92;
    return `${letter(label, { x: 470, y, size: 20, weight: 600, fill: p.blue })}${letter(value, { x: 470, y: y + 38, size: 32, weight: 700, fill: p.ink })}`;
  });
  const [upper, lower] = zoneLines(facts);
  const lines = repeat(9, (i) => rect(0, 150 + i * 58, 1250, 1.5, '#c9d3dc'));
  return `${rect(0, 0, 1250, 880, '#f2f0e6')}${lines}${rect(0, 0, 1250, 96, p.navy)}
    ${letter('Demo State of Fairlead · Passport (invented)', { x: 66, y: 62, size: 34, weight: 700, fill: p.chalk })}
    <clipPath id="photo"><rect x="66" y="150" width="340" height="425" rx="10"/></clipPath><g clip-path="url(#photo)"><g transform="translate(66 150) scale(0.7083)">${portraitContent(facts.seed, facts.look)}</g></g>
    ${rows.join('')}<g transform="translate(640 400) rotate(-20)">${letter('SPECIMEN', { x: 0, y: 60, size: 180, weight: 700, fill: p.orange, anchor: 'middle', opacity: 0.3, spacing: 12 })}</g>
    ${zoneLine(upper, 752)}${zoneLine(lower, 815)}`;
}
