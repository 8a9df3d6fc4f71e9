import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it, test } from 'vitest';
import { copiedText, decodeCopiedText, nothingCopied } from '../../../platform/typesetting/copied-text.ts';
import { someOf } from '../../../testing/cases.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { brokenRules } from '../testing/pdf-archive.ts';
import { describeWithPdfReaders, readWith } from '../testing/pdf-readers.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import type { CertificateFacts } from './draw-certificate.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-copied-'));
const { press } = sharedPresses;
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Names with what is copied out of the PDF by pdf.js, if that is not the name: it is a limitation of that reader. */
const names: Record<string, { name: string; inPdfJs?: string }> = {
  Latin: { name: 'Nguyễn Łukasz Office (Fiji)' },
  'Latin with marks that no letter includes': { name: 'Adéọlá Ọ̀ṣunsànmí M̧ajeļ' },
  Cyrillic: { name: 'Юрий Иванов' },
  'Cyrillic with a stress mark': { name: 'Ива́нов' },
  Greek: { name: 'Αθηνά Παππά' },
  'Devanagari with conjuncts': { name: 'श्रीमती राजेश्वरी क्षत्रिय' },
  'Devanagari with a repha': { name: 'हर्षवर्धन ज्ञानेश्वर' },
  'Devanagari in brackets': { name: 'लक्ष्मी (लक्की) कुमार' },
  Bengali: { name: 'সুব্রত চট্টোপাধ্যায় মোহাম্মদ' },
  Tamil: { name: 'முருகன் ஸ்ரீனிவாசன் கொடியோன்' },
  Malayalam: { name: 'രാജേഷ് കൃഷ്ണൻകുട്ടി ജോസഫ്' },
  Telugu: { name: 'శ్రీనివాస రావు' },
  Kannada: { name: 'ಶ್ರೀನಿವಾಸ್ ಕೃಷ್ಣಮೂರ್ತಿ ಗೋಪಾಲ್' },
  Gujarati: { name: 'રાજેશ ક્ષત્રિય' },
  Punjabi: { name: 'ਗੁਰਪ੍ਰੀਤ (ਗੋਪੀ) ਸਿੰਘ' },
  Sinhala: { name: 'කෝසල දොන් රණසිංහ' },
  'Sinhala with joiners': { name: 'ශ්‍රී වික්‍රමසිංහ', inPdfJs: 'ශ්රී වික්රමසිංහ' },
  Burmese: { name: 'ကျော်ဇင်ထွန်း မြင့်' },
  Thai: { name: 'น้ำฝน กล้าหาญ คำปุ่น รุ่งเรือง' },
  Hebrew: { name: 'יוסף (יוסי) כהן' },
  'Hebrew with points': { name: 'יוֹסֵף כֹּהֵן' },
  Arabic: { name: 'عبد الرحمن بن محمد الإسلام' },
  'Arabic in brackets': { name: 'محمد (أبو علي) الهاشمي' },
  'Arabic with points': { name: 'مُحَمَّد عَلِي' },
  'Arabic with a point at the end': { name: 'مُحَمَّد عَلِيّ', inPdfJs: 'مُحَمَّد ّ عَلِي' },
  'Arabic with digits': { name: 'محمد ١٢٣ دورة٢٠٢٦' },
  'Persian with digits': { name: 'علی ۱۲۳ دوره۱۴۰۲' },
  Urdu: { name: 'محمد علی خان' },
  Persian: { name: 'پژمان گیلانی' },
  'Latin and Arabic': { name: 'Ali محمد علي Khan (خان)' },
  'Arabic and Latin': { name: 'محمد Ali خان' },
  'Latin and Hebrew': { name: 'Yosef יוסף כהן' },
  'Latin and Devanagari': { name: 'Rajesh राजेश कुमार' },
  Georgian: { name: 'გიორგი ბერიძე' },
  Amharic: { name: 'ጌታቸው ተስፋዬ' },
  Korean: { name: '김철수 뷁똠' },
  Japanese: { name: '山田 太郎 さくら カタカナ' },
  Chinese: { name: '王伟 陳偉龍' },
};
const cases = someOf(Object.entries(names), 4);
const sheets = new Map<string, Promise<Buffer>>();

/** A sheet with this name; drawn once for both readers. */
function sheetOf(script: string): Promise<Buffer> {
  const drawn = async () => {
    const { pdf, missingGlyphs } = await press.draw(certificateFacts({ name: names[script]?.name ?? '' }));
    expect(missingGlyphs).toBe(false);
    return pdf;
  };
  const sheet = sheets.get(script) ?? drawn();
  sheets.set(script, sheet);
  return sheet;
}

/** One line in composed form, without the marks of direction that readers add. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    .replace(/\s+/g, ' ');

async function saidByPdfJs(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  return plain(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
}

async function saidByPoppler(pdf: Buffer): Promise<string> {
  const file = join(folder, 'sheet.pdf');
  await writeFile(file, pdf);
  return plain(readWith('pdftotext', file, '-').said);
}

const between = (name: string) => plain(`This is to certify that ${name} has completed the training`);

describe('a name that is copied out of the PDF', () => {
  test.each(cases)('by pdf.js: %s', async (script, { name, inPdfJs = name }) => {
    expect(await saidByPdfJs(await sheetOf(script))).toContain(between(inPdfJs));
  });

  describeWithPdfReaders('by poppler', () => {
    test.each(cases)('is the name as written: %s', async (script, { name }) => {
      expect(await saidByPoppler(await sheetOf(script))).toContain(plain(name));
    });
  });
});

describe('the invisible text of a sheet', () => {
  const everywhere: Partial<CertificateFacts> = {
    name: 'Kyaw Zin Htun',
    ownScriptName: 'ကျော်ဇင်ထွန်း မြင့်',
    courseTitle: 'व्यक्तिगत जीवन रक्षा तकनीक और सामाजिक उत्तरदायित्व का उन्नत प्रशिक्षण पाठ्यक्रम',
    academy: { ...certificateFacts().academy, name: 'أكاديمية البحرية' },
    signatory: { name: 'कप्तान अनीता मेनन', title: 'Principal' },
  };

  it('is that of the other name, of titles and of the signatory too, on several lines', async () => {
    const { pdf } = await press.draw(certificateFacts(everywhere));
    const said = await saidByPdfJs(pdf);
    const { name, ownScriptName, courseTitle, academy, signatory } = certificateFacts(everywhere);
    for (const text of [`${name} ${ownScriptName}`, courseTitle, academy.name, signatory.name]) {
      expect(said).toContain(plain(text));
    }
  });

  it('keeps the rules of PDF/A-3a and PDF/UA-1', async () => {
    const { pdf } = await press.draw(certificateFacts(everywhere), await pdfSigning());
    expect(await brokenRules(pdf)).toEqual([]);
  });

  it('is only on sheets that need it', async () => {
    expect((await sheetOf('Latin')).includes('CopiedText')).toBe(false);
    expect((await sheetOf('Thai')).includes('CopiedText')).toBe(true);
    expect(copiedText('Rajesh 王伟 გიორგი')).toEqual(nothingCopied);
  });

  it('is never left in its codes', () => {
    const unreadable = Buffer.from('/BaseFont /ABCDEF+CopiedText\n/ToUnicode 2 0 R >>\n2 0 obj\nendstream');
    expect(() => decodeCopiedText(unreadable, copiedText('राजेश'))).toThrow('no map of its copied text');
    expect(() => decodeCopiedText(Buffer.from('%PDF'), copiedText('राजेश'))).not.toThrow();
    // a name that says the same as the font's
    const named = Buffer.from('/Title (/BaseFont /ABCDEF+CopiedText /ToUnicode 2 0 R)');
    expect(() => decodeCopiedText(named, copiedText('राजेश'))).not.toThrow();
  });
});
