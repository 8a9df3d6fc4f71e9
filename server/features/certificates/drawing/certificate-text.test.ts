import { describe, expect, it } from 'vitest';
import { loadFonts } from '../../../platform/typesetting/fonts.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { type CertificateText, certificateText } from './certificate-text.ts';

const { canDraw } = loadFonts();
const textFor = (changes: Partial<CertificateFacts>): { text: CertificateText; missingGlyphs: boolean } =>
  certificateText(certificateFacts(changes), canDraw);
const nameFor = (name: string): { name: string; missingGlyphs: boolean } => {
  const { text, missingGlyphs } = textFor({ name });
  return { name: text.name, missingGlyphs };
};

describe('dates', () => {
  it('are printed as they are, whatever the time zone', () => {
    const zone = process.env.TZ;
    try {
      for (const elsewhere of ['America/Chicago', 'Asia/Kolkata', 'Pacific/Kiritimati']) {
        process.env.TZ = elsewhere;
        expect(textFor({ issuedOn: '2026-01-01' }).text.issued).toBe('1 Jan 2026');
        // the metadata is in UTC: there it may be the day before
        const earned = textFor({ createdAt: new Date('2025-12-31T20:30:05Z') }).text.created;
        expect(earned).toEqual({ year: 2025, month: 12, day: 31, hour: 20, minute: 30, second: 5 });
        expect(textFor({ expiresOn: '2028-02-29' }).text.validity.value).toBe('29 Feb 2028');
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('are N/A only if there is no expiry', () => {
    expect(textFor({ expiresOn: null }).text.validity).toEqual({ label: 'Valid until', value: 'N/A' });
    const boundTo = 'Certificate of competency';
    expect(textFor({ expiresOn: null, boundTo }).text.validity).toEqual({
      label: 'Valid together with',
      value: boundTo,
    });
    for (const date of [
      '',
      '2026-13-01',
      '2026-00-10',
      '2026-02-30',
      '2027-02-29',
      '2026-1-1',
      '2026-11-20T00:00:00Z',
    ]) {
      expect(() => textFor({ issuedOn: date })).toThrow('Not a calendar date');
    }
  });
});

describe('a percentage', () => {
  it('is never rounded up', () => {
    const shown = (percentage: number): string | undefined =>
      textFor({ percentage }).text.details.find(({ label }) => label === 'Assessment')?.value;
    expect([100, 70, 69.999, 200 / 3, 57.99, 0].map(shown)).toEqual([
      '100 %',
      '70 %',
      '69.99 %',
      '66.66 %',
      '57.99 %',
      '0 %',
    ]);
  });
});

describe('words', () => {
  it('lose line breaks, control characters and direction marks, but not the joiners of Devanagari', () => {
    expect(nameFor(' Rajesh\n\tKumar\u0000 \u202eaznoS\u202c\ufeff ')).toEqual({
      name: 'Rajesh Kumar aznoS',
      missingGlyphs: false,
    });
    expect(nameFor('क्\u200dष').name).toBe('क्\u200dष');
    expect(nameFor('Jose\u0301').name).toBe('José');
  });

  it('replace styled characters by the plain ones', () => {
    expect(nameFor('𝐑𝐚𝐣𝐞𝐬𝐡 Ｋｕｍａｒ')).toEqual({ name: 'Rajesh Kumar', missingGlyphs: false });
  });

  it('keep the characters of a name that can be rendered, and report missing ones', () => {
    expect(nameFor('Rajesh 🐟 Kumar')).toEqual({ name: 'Rajesh Kumar', missingGlyphs: true });
    expect(nameFor('Wang ཀ')).toEqual({ name: 'Wang \uFFFD', missingGlyphs: true });
    expect(nameFor('Q\u20e3uin').missingGlyphs).toBe(true);
    expect(nameFor('Q\u20e3uin').name).toBe('Quin');
    expect(nameFor('A\ud800B')).toEqual({ name: 'A\uFFFDB', missingGlyphs: false });
  });

  it('name the holder by another fact if nothing of the name can be rendered', () => {
    expect(nameFor('ཀརྨ').name).toBe('The holder of passport Z4839201');
    expect(textFor({ name: 'ཀརྨ', passportNumber: '' }).text.name).toBe(
      'The holder of certificate FMA-2026-7K3PW9QX2MTHA',
    );
    expect(textFor({ name: 'ཀརྨ' }).text.title).toContain('ཀརྨ');
  });

  it('report a missing character in other text too', () => {
    expect(textFor({ subjects: ['ཀརྨ'] }).missingGlyphs).toBe(true);
    expect(textFor({ signatory: { name: 'ཀ', title: '' } }).missingGlyphs).toBe(true);
    expect(textFor({}).missingGlyphs).toBe(false);
  });
});

describe('the sheet', () => {
  it('leaves out facts that are not given', () => {
    const { text } = textFor({
      birthDate: null,
      passportNumber: '',
      cdcNumber: ' ',
      gradeNumber: '\n',
      subjects: ['', ' '],
    });
    expect(text.details.map(({ label }) => label)).toEqual(['INDoS No.']);
    expect(text.course.subjects).toEqual([]);
  });

  it('joins the lines of the regulations and truncates what does not fit', () => {
    expect(textFor({ regulations: 'One;\r\n\r\nTwo.\n Three ' }).text.course.regulations).toBe('One; Two; Three');
    const cut = textFor({ regulations: 'word '.repeat(500) }).text.course.regulations;
    expect([cut.length < 405, cut.endsWith('…')]).toEqual([true, true]);
  });

  it('names the page where the number can be entered, with its port', () => {
    expect(textFor({ verifyUrl: 'http://127.0.0.1:3000/verify/X' }).text.verifyAt).toBe('127.0.0.1:3000/verify');
    expect(textFor({ verifyUrl: 'HTTPS://Fairlead.Example/C#ABC' }).text.verifyAt).toBe('fairlead.example/verify');
  });

  it('has the name in the holder’s own script only if it is another, and can be drawn', () => {
    const ownFor = (ownScriptName: string) => textFor({ ownScriptName });
    expect(ownFor('محمد علي').text).toMatchObject({ ownName: 'محمد علي', ownNameLanguage: 'ar' });
    expect(ownFor('').text.ownName).toBe('');
    expect(ownFor('Rajesh Kumar D’Souza').text.ownName).toBe('');
    expect([ownFor('ཀརྨ').text.ownName, ownFor('ཀརྨ').missingGlyphs]).toEqual(['', true]);
  });

  it('declares the language of a name by its script, Japanese by its kana', () => {
    const languages = ['राजेश', '김철수', '山田 さくら', '王伟', 'יוסף', 'Rajesh'].map(
      (name) => textFor({ name }).text.nameLanguage,
    );
    expect(languages).toEqual(['hi', 'ko', 'ja', 'zh', 'he', 'en']);
  });
});
