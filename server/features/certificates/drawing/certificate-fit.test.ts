import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { type DrawnText, drawnTexts, wordsOf } from '../../../platform/typesetting/testing/pdf-text.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import type { CertificateFacts } from './draw-certificate.ts';

const { press } = sharedPresses;

const words = async (changes: Partial<CertificateFacts>): Promise<string> =>
  (await wordsOf((await press.draw(certificateFacts(changes))).pdf)).replaceAll(/\s+/g, ' ');

describe('long facts', () => {
  const sentence =
    'Advanced Training for Cargo Operations on Oil, Chemical and Liquefied Gas Tankers including Hazardous Material ';
  const subjects = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, index) => `${index + 1} ${sentence.repeat(2)}`.slice(0, length).trim());
  const wide = (length: number): string => 'W'.repeat(length);
  const longAcademy = {
    name: 'The Very Long Established International Academy of Maritime Studies and Technology of Western India, Mumbai',
    city: 'Thiruvananthapuram, Kerala, India',
    email: 'registrar.certificates.and.examinations@very-long-academy-name.example.org',
    recognition: `Recognised by the Directorate General of Shipping, Government of India, ${sentence}`,
  };
  const long: [string, Partial<CertificateFacts>][] = [
    ['a name of 80 and a title of 200', { name: sentence.slice(0, 80), courseTitle: sentence.repeat(2).slice(0, 200) }],
    ['40 subjects', { subjects: subjects(40, 40) }],
    [
      'everything long',
      {
        name: sentence.slice(0, 80),
        courseTitle: sentence.repeat(2).slice(0, 200),
        regulations: sentence.repeat(20),
        subjects: subjects(60, 200),
        academy: longAcademy,
        signatory: { name: sentence.slice(0, 80), title: sentence },
        passportNumber: 'ABCDEFGHIJ1234567890',
        cdcNumber: 'MUM 284391 / 2018 (renewed 2024)',
        number: 'ABCDEFGH-2026-7K3PW9QX2MTHA',
        verifyUrl:
          'https://certificates.of.a.very-long-academy-name.example.org:8443/verify/ABCDEFGH-2026-7K3PW9QX2MTHA',
      },
    ],
    [
      'unbroken words',
      {
        name: wide(80),
        courseTitle: wide(200),
        regulations: wide(3000),
        subjects: Array.from({ length: 60 }, () => wide(200)),
        boundTo: wide(100),
      },
    ],
    [
      'two names of 80',
      { name: sentence.slice(0, 80), ownScriptName: 'श्रीमती राजेश्वरी विश्वकर्मा '.repeat(4).slice(0, 80).trim() },
    ],
    [
      'numbers as long as they were ever accepted',
      {
        passportNumber: 'ABCDEFGHIJKLMNO1234567890ABCDE',
        cdcNumber: 'MUM 284391 / 2018 (RENEWED 2024), BEFORE CHN 19934',
        indosNumber: 'Not applicable, a foreign seafarer (CDC of Colombo)',
        gradeNumber: 'MASTER (UNLIMITED), HONG KONG CERTIFICATE NO. CL1-0093-47712',
      },
    ],
    ['two names of 120 without a space', { name: wide(120), ownScriptName: 'ക'.repeat(120) }],
    ['a Devanagari name of 80', { name: 'श्रीमती राजेश्वरी विश्वकर्मा '.repeat(4).slice(0, 80).trim() }],
    [
      'hardly anything',
      {
        name: 'Li',
        courseTitle: 'H',
        regulations: '',
        subjects: [],
        expiresOn: null,
        birthDate: null,
        passportNumber: '',
        cdcNumber: '',
        indosNumber: '',
        gradeNumber: '',
        signatory: { name: '', title: '' },
      },
    ],
  ];

  it.each(long)('%s: nothing is clipped, nothing overlaps, nothing leaves its column', async (_, changes) => {
    const { pdf, missingGlyphs } = await press.draw(certificateFacts(changes));
    expect(missingGlyphs).toBe(false);
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
    const texts = (await drawnTexts(pdf)).filter(isForReaders);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => !isWhole(text))).toEqual([]);
    expect(texts.filter((text) => !isInItsColumn(text))).toEqual([]);
    expect(overlapping(texts)).toEqual([]);
    expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThan(4);
  });

  it('show every one of 40 subjects, and the number of those among 60 long ones that do not fit', async () => {
    const all = await words({ subjects: subjects(40, 40) });
    for (const subject of subjects(40, 40)) expect(all).toContain(subject);
    expect(await words({ subjects: subjects(60, 200) })).toMatch(/and \d+ more/);
  });

  it('are reported by this check if they are clipped, overlap or leave their column', async () => {
    const [name] = (await drawnTexts((await press.draw(certificateFacts())).pdf)).filter(
      ({ text }) => text === certificateFacts().name,
    );
    if (!name) throw new Error('No name');
    expect([isWhole(name), isInItsColumn(name), overlapping([name]).length]).toEqual([true, true, 0]);
    expect(isWhole({ ...name, right: name.clip.right + 5 })).toBe(false);
    expect(isWhole({ ...name, y: name.clip.bottom })).toBe(false);
    expect(isInItsColumn({ ...name, right: 650 })).toBe(false);
    expect(overlapping([name, { ...name, y: name.y + 10 }])).toHaveLength(1);
  });
});

describe('a long name', () => {
  const linesOf = async (changes: Partial<CertificateFacts>, isOfIt: (text: DrawnText) => boolean) => {
    const texts = await drawnTexts((await press.draw(certificateFacts(changes))).pdf);
    return texts.filter(isOfIt).map(({ text, size }) => ({ text: text.trim(), size: Math.round(size * 10) / 10 }));
  };
  const names: [size: number, lines: string[]][] = [
    [22, ['Abdul Rahman bin Mohammed Al-Hashimi']],
    [18, ['Maria Concepcion de los Angeles Macaraeg-Villanueva']],
    [16, ['Venkatanarasimharajuvaripeta Subrahmanya Ramachandra']],
    [14, ['Venkatanarasimharajuvaripetasubrahmanyaramachandraiyengarswamy']],
    [18, ['Wickramaarachchige Don Sahabandu', 'Mudiyanselage Chaminda Ranasinghe Weerasooriya']],
    [18, ['José María Juan Nepomuceno de la Santísima', 'Trinidad Fernández de Córdoba y Álvarez de Toledo']],
    [18, ['Abdul Rahman Muhammad Ibn Abdullah Ibn Abdul Aziz', 'Ibn Saud Al-Qahtani Al-Shammari Al-Harbi of Dammam']],
  ];

  it.each(names)('is set at %i pt on these lines, none of which ends with a particle: %j', async (size, lines) => {
    const drawn = await linesOf({ name: lines.join(' ') }, ({ text }) => lines.includes(text.trim()));
    expect(drawn).toEqual(lines.map((text) => ({ text, size })));
  });

  it('of the academy or the signatory, and a title, take a second line before they are too small to read', async () => {
    const academy = [
      'The Very Long Established International Academy of Maritime',
      'Studies and Technology of Western India, Mumbai',
    ];
    const signatory = ['Capt. (Retd.) Thiruvenkatanathapuram', 'Subrahmanya Ramachandran Iyer, FNI'];
    const title = ['Principal, Dean of Post-Sea Training', 'and Director of Examinations and Certification'];
    const all = [...academy, ...signatory, ...title];
    const changes = {
      academy: { ...certificateFacts().academy, name: academy.join(' ') },
      signatory: { name: signatory.join(' '), title: title.join(' ') },
    };
    const drawn = await linesOf(changes, ({ text }) => all.includes(text.trim()));
    expect(drawn.map(({ text }) => text)).toEqual(all);
    expect(drawn.map(({ size }) => size)).toEqual([12, 12, 7, 7, 6.5, 6.5]);
  });
});

/** Excludes the microprint, which is readable with a magnifying glass only. */
const isForReaders = ({ size, text }: DrawnText): boolean => size > 2 && text.trim() !== '';

/** Whether the text is not clipped on any side; the tolerance of half a point is less than a character. */
function isWhole({ left, right, y, size, clip }: DrawnText): boolean {
  const above = y + 0.7 * size <= clip.top + 0.5;
  const below = y - 0.2 * size >= clip.bottom - 0.5;
  return above && below && left >= clip.left - 0.5 && right <= clip.right + 0.5;
}

/**
 * Whether a text is inside the main column or the right-hand column, in points; the lines of the frame are at 17, 226
 * and 280 mm.
 */
function isInItsColumn({ left, right, y }: DrawnText): boolean {
  const millimetres = (points: number): number => (points / 72) * 25.4;
  const [from, to, height] = [millimetres(left), millimetres(right), millimetres(y)];
  return height > 20 && height < 190 && (from < 226 ? from > 25 && to < 220 : from > 230 && to < 276);
}

function overlapping(texts: DrawnText[]): [string, string][] {
  const found: [string, string][] = [];
  for (const [index, a] of texts.entries()) {
    for (const b of texts.slice(index + 1)) {
      const apart =
        a.right <= b.left + 0.5 ||
        b.right <= a.left + 0.5 ||
        a.y - 0.15 * a.size >= b.y + 0.55 * b.size ||
        b.y - 0.15 * b.size >= a.y + 0.55 * a.size;
      if (!apart) found.push([a.text, b.text]);
    }
  }
  return found;
}
