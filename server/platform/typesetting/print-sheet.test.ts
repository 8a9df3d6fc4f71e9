import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { describe, expect, it } from 'vitest';
import { nothingCopied } from './copied-text.ts';
import { loadFonts } from './fonts.ts';
import { printSheet } from './print-sheet.ts';

const fonts = loadFonts();
const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs: fonts.files }] });
const sheet = (body: string): { pdf: Buffer; everyGlyph: boolean } =>
  printSheet(
    compiler,
    {
      mainFileContent: `#set document(title: "Sheet", date: datetime(year: 2026, month: 11, day: 20))\n#set text(font: "Noto Serif", fallback: false)\n${body}`,
    },
    nothingCopied,
  );
const claimsStandards = (pdf: Buffer): boolean =>
  /<pdfuaid:part [^>]*>1<.*<pdfaid:part>3<.*<pdfaid:conformance>A</.test(pdf.toString('latin1'));

describe('printing a sheet', () => {
  it('claims PDF/A-3a and PDF/UA-1 when every character has a glyph', () => {
    const { pdf, everyGlyph } = sheet('Rajesh');
    expect([everyGlyph, claimsStandards(pdf)]).toEqual([true, true]);
  });

  it('prints a sheet with a character that no font has, without the claim, and reports it', () => {
    const { pdf, everyGlyph } = sheet('王伟');
    expect([everyGlyph, claimsStandards(pdf)]).toEqual([false, false]);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('refuses a sheet that breaks PDF/A-3a in another way, or does not compile', () => {
    const picture = '#image(bytes("<svg xmlns=\\"http://www.w3.org/2000/svg\\" width=\\"9\\" height=\\"9\\"/>"))';
    expect(() => sheet(picture)).toThrow('missing alt text');
    expect(() => sheet(`王 ${picture}`)).toThrow('missing alt text');
    expect(() => sheet('#panic("no")')).toThrow('The sheet does not compile');
  });
});

describe('the bundled fonts', () => {
  it('cover Latin of every kind, Greek, Cyrillic and the scripts of seafarers’ names, and their gaps are known', () => {
    const latinAndKin = ['A', 'é', 'ễ', 'ş', 'Ж', 'α', '’', '₹', '₂'];
    for (const drawable of [
      ...latinAndKin,
      'क',
      'श्री',
      'क्ष',
      'क\u200d',
      '王',
      'த',
      'ব',
      'م',
      '뷁',
      'さ',
      'ሰ',
      'ကျော်',
      'ක්‍ෂ',
    ]) {
      expect([drawable, fonts.canDraw(drawable)]).toEqual([drawable, true]);
    }
    expect(['Rajesh', 'श्री 王', '뷁'].map(fonts.familiesFor)).toEqual([
      [],
      ['Noto Sans', 'Noto Sans Devanagari', 'Chocolate Classical Sans'],
      ['NanumGothic'],
    ]);
    for (const foreign of ['ཀ', 'Ꭰ', '🐟', '\u{10FFFF}']) {
      expect([foreign, fonts.canDraw(foreign)]).toEqual([foreign, false]);
    }
  });
});
