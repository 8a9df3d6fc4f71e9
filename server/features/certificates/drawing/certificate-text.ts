import { monthAbbreviations } from '@fairlead/contract/values/dates';
import { languageOf } from '../../../platform/typesetting/scripts.ts';
import type { CertificateFacts } from '../certificate-facts.ts';

/** Every text on the sheet, ready for typesetting: the input of certificate.typ. */
export type CertificateText = {
  title: string;
  number: string;
  logEntry: string;
  /** Set across the sheet of no certificate; empty for a certificate. */
  specimen: string;
  issued: string;
  /** In UTC. */
  created: Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  /** The label of the validity, and the day or the document by which it ends. */
  validity: { label: string; value: string };
  academy: { name: string; contact: string; recognition: string };
  name: string;
  nameLanguage: string;
  /** Printed below the name; empty for none. */
  ownName: string;
  ownNameLanguage: string;
  details: { label: string; value: string }[];
  course: { title: string; regulations: string; approval: string; subjects: string[] };
  signatory: { name: string; title: string };
  verifyUrl: string;
  verifyAt: string;
};

const replacement = '\uFFFD';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Converts facts to the texts on the sheet: dates as '20 Nov 2026', a missing expiry as 'N/A', empty details left out,
 * and every character that the fonts lack replaced, since PDF/UA does not allow a missing-glyph box. `missingGlyphs`
 * reports that something was replaced. A name without any character that can be drawn is replaced by 'The holder of
 * passport …': it can be matched with the details beside it and with the certificate register. Throws a TypeError for a
 * malformed date or link.
 */
export function certificateText(
  facts: CertificateFacts,
  canDraw: (grapheme: string) => boolean,
): { text: CertificateText; missingGlyphs: boolean } {
  const pen = new Pen(canDraw);
  const details = [
    { label: 'Date of birth', value: facts.birthDate ? calendarDate(facts.birthDate) : '' },
    { label: 'Passport No.', value: breakable(pen.write(facts.passportNumber), 16) },
    { label: 'CDC No.', value: breakable(pen.write(facts.cdcNumber), 16) },
    { label: 'INDoS No.', value: breakable(pen.write(facts.indosNumber), 16) },
    { label: 'Grade No.', value: breakable(pen.write(facts.gradeNumber), 16) },
    { label: 'Assessment', value: facts.percentage === undefined ? '' : percentText(facts.percentage) },
  ];
  const name = pen.write(facts.name);
  const ownName = pen.write(facts.ownScriptName);
  const hasOwnName = isLegible(ownName) && ownName !== name;
  const text: CertificateText = {
    // Metadata, not drawn: keeps the name as registered, whatever the fonts cover.
    title: `Certificate of Completion ${facts.number}, ${oneLine(facts.name)}`,
    number: pen.write(facts.number),
    logEntry: facts.isSpecimen ? 'Not in the public log' : `Log entry ${facts.logEntry}`,
    specimen: facts.isSpecimen ? 'SPECIMEN' : '',
    issued: calendarDate(facts.issuedOn),
    created: momentParts(facts.createdAt),
    validity: validityOf(facts, pen),
    academy: {
      name: pen.write(facts.academy.name),
      contact: [facts.academy.city, facts.academy.email]
        .map((part) => pen.write(part))
        .filter(Boolean)
        .join('  ·  '),
      recognition: pen.write(facts.academy.recognition ?? ''),
    },
    name: breakable(isLegible(name) ? name : holderInstead(facts, pen), 40),
    nameLanguage: languageOf(name),
    ownName: hasOwnName ? breakable(ownName, 60) : '',
    ownNameLanguage: languageOf(ownName),
    details: details.filter(({ value }) => value !== ''),
    course: {
      title: breakable(pen.write(facts.courseTitle), 36),
      regulations: breakable(referenceOf(facts, pen), 60),
      approval: breakable(approvalOf(facts, pen), 60),
      subjects: facts.subjects.map((subject) => breakable(pen.write(subject), 28)).filter(Boolean),
    },
    signatory: { name: pen.write(facts.signatory.name), title: pen.write(facts.signatory.title) },
    verifyUrl: facts.verifyUrl,
    verifyAt: breakable(`${new URL(facts.verifyUrl).host}/verify`, 44),
  };
  return { text, missingGlyphs: pen.replacedSomething };
}

function validityOf({ boundTo, expiresOn }: CertificateFacts, pen: Pen): CertificateText['validity'] {
  const document = breakable(pen.write(boundTo), 30);
  if (document) return { label: 'Valid together with', value: document };
  return { label: 'Valid until', value: expiresOn ? calendarDate(expiresOn) : 'N/A' };
}

/** Replaces characters that the fonts lack, and remembers whether it replaced anything. */
class Pen {
  replacedSomething = false;
  readonly #canDraw: (grapheme: string) => boolean;

  constructor(canDraw: (grapheme: string) => boolean) {
    this.#canDraw = canDraw;
  }

  write(raw: string): string {
    let written = '';
    for (const { segment } of graphemes.segment(oneLine(raw))) written += this.#drawable(segment);
    return written.replace(/ {2,}/g, ' ').trim();
  }

  #drawable(grapheme: string): string {
    // Full-width and mathematical characters have a plain equivalent.
    const plain = grapheme.normalize('NFKC');
    if (this.#canDraw(grapheme) && !/^[!-~]+$/.test(plain)) return grapheme;
    if (this.#canDraw(plain)) return plain;
    this.replacedSomething = true;
    const base = [...grapheme].filter((character) => this.#canDraw(character)).join('');
    if (isLegible(base)) return base;
    return isLegible(grapheme) ? replacement : '';
  }
}

/** Adds line break opportunities (zero-width spaces) to words longer than any line of their column, which are rare. */
function breakable(text: string, longest: number): string {
  let broken = '';
  let run = 0;
  for (const { segment } of graphemes.segment(text)) {
    run = segment === ' ' ? 0 : run + 1;
    if (run > longest) {
      broken += '\u200b';
      run = 1;
    }
    broken += segment;
  }
  return broken;
}

/**
 * One line in composed form. Control characters become spaces, and invisible format characters are removed, since an
 * override of the writing direction could reverse a name; the joiners that Devanagari needs are kept.
 */
function oneLine(raw: string): string {
  return raw
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim();
}

/** The regulations as staff write them, and to what the course was held by its rule. */
const referenceOf = (facts: CertificateFacts, pen: Pen): string => {
  const heldTo = pen.write(facts.heldTo);
  return [shortened(regulationLines(facts, pen).join('; '), 400), heldTo && `Held to: ${shortened(heldTo, 300)}`]
    .filter(Boolean)
    .join('. ');
};

/** By whom the course was approved, with the number of the approval. */
const approvalOf = ({ approvedBy, approvalNumber }: CertificateFacts, pen: Pen): string =>
  approvedBy && `Course approved by ${pen.write(approvedBy)}, approval number ${pen.write(approvalNumber)}`;

const regulationLines = ({ regulations }: CertificateFacts, pen: Pen): string[] =>
  regulations
    .split(/[\r\n]+/)
    .map((line) => pen.write(line).replace(/[;,.]$/, ''))
    .filter(Boolean);

const isLegible = (name: string): boolean => /[\p{L}\p{N}]/u.test(name);

function holderInstead(facts: CertificateFacts, pen: Pen): string {
  const passport = pen.write(facts.passportNumber);
  return passport ? `The holder of passport ${passport}` : `The holder of certificate ${facts.number}`;
}

function shortened(text: string, limit: number): string {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`;
}

/** A calendar date has no time zone: its parts are parsed directly, never through Date. */
function dateParts(date: string): [year: number, month: number, day: number] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (!year || !monthAbbreviations[Number(month) - 1] || Number(day) < 1 || Number(day) > daysInMonth) {
    throw new TypeError(`Not a calendar date: ${JSON.stringify(date)}`);
  }
  return [Number(year), Number(month), Number(day)];
}

/** The parts of a moment in UTC, as the sheet's metadata need them. */
const momentParts = (moment: Date): CertificateText['created'] => ({
  year: moment.getUTCFullYear(),
  month: moment.getUTCMonth() + 1,
  day: moment.getUTCDate(),
  hour: moment.getUTCHours(),
  minute: moment.getUTCMinutes(),
  second: moment.getUTCSeconds(),
});

function calendarDate(date: string): string {
  const [year, month, day] = dateParts(date);
  return `${day} ${monthAbbreviations[month - 1]} ${year}`;
}

/** At most two decimals, never rounded up: 69.999 stays under a mark of 70. */
const percentText = (percentage: number): string => `${Math.floor(percentage * 100 + 1e-6) / 100} %`;
