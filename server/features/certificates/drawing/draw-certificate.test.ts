import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../platform/typesetting/testing/pdf-text.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { sharedPresses } from '../testing/shared-presses.ts';
import { type CertificateFacts, createCertificatePress } from './draw-certificate.ts';

const { press } = sharedPresses;

const picture = (colour: string, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();

const words = async (changes: Partial<CertificateFacts> = {}): Promise<string> =>
  wordsOf((await press.draw(certificateFacts(changes))).pdf);
const claimsStandards = (pdf: Buffer): boolean =>
  /<pdfuaid:part [^>]*>1<.*<pdfaid:part>3<.*<pdfaid:conformance>A</.test(pdf.toString('latin1'));
const open = (pdf: Buffer): Promise<PDFDocument> => PDFDocument.load(pdf, { updateMetadata: false });

describe('a certificate', () => {
  it('is one tagged page of A4 landscape that claims PDF/A-3a and PDF/UA-1, with title, language and date of creation', async () => {
    const { pdf, missingGlyphs } = await press.draw(certificateFacts());
    const document = await open(pdf);
    expect(missingGlyphs).toBe(false);
    expect(claimsStandards(pdf)).toBe(true);
    expect(document.getPageCount()).toBe(1);
    const { width, height } = document.getPage(0).getSize();
    expect([width / 72, height / 72].map((inches) => Math.round(inches * 25.4))).toEqual([297, 210]);
    expect(document.getTitle()).toBe('Certificate of Completion FMA-2026-7K3PW9QX2MTHA, Rajesh Kumar D’Souza');
    expect(document.getAuthor()).toBe('Fairlead Maritime Academy');
    expect(document.getCreationDate()?.toISOString()).toBe('2026-11-20T06:29:58.000Z');
    expect(document.catalog.lookup(PDFName.of('Lang'), PDFString).asString()).toMatch(/^en/);
    expect(document.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
  });

  it('says SPECIMEN and no log entry where it is none, and never otherwise', async () => {
    const specimen = await words({ isSpecimen: true });
    expect(specimen).toContain('SPECIMEN');
    expect(specimen).toContain('Not in the public log');
    expect(specimen).not.toContain('Log entry');
    const certificate = await words();
    expect(certificate).not.toMatch(/specimen/i);
    expect(certificate).toContain('Log entry 1204');
  });

  it('shows who completed what, when, and how to verify it', async () => {
    const text = await words({ percentage: 86.5 });
    for (const line of [
      'Fairlead Maritime Academy',
      'Certificate of Completion',
      'Rajesh Kumar D’Souza',
      'Survival Craft and Rescue Boats',
      'With reference to Section A-VI/2; Table A-VI/2-1',
      'Launching and recovery',
      '20 Nov 2026',
      '19 Nov 2031',
      '7 Mar 1994',
      'Z4839201',
      'MUM 284391',
      '21GL4839',
      'G-1182',
      '86.5 %',
      'FMA-2026-7K3PW9QX2MTHA',
      'Log entry 1204',
      'Capt. Anita Menon',
      'Principal',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Scan, or type the number at fairlead.example/verify, to check this certificate against the register.',
    );
  });

  it('never looks like a certificate of proficiency, nor claims a recognition that was not given', async () => {
    const text = await words();
    expect(text).not.toMatch(/proficiency|competency|STCW|recogni[sz]ed|approved/i);
    const recognition = 'Approved by the Directorate General of Shipping';
    const recognised = await words({ academy: { ...certificateFacts().academy, recognition } });
    expect(recognised.split('\n')).toContain(recognition);
  });

  it('states by whom the course was approved, with the number, and nothing where that was not entered', async () => {
    const approval = { approvedBy: 'DG Shipping, India', approvalNumber: 'TR/A/29/2024' };
    const line = 'Course approved by DG Shipping, India, approval number TR/A/29/2024';
    expect((await words(approval)).split('\n')).toContain(line);
    expect((await words({ ...approval, regulations: '' })).split('\n')).toContain(line);
    expect(await words()).not.toContain('approved by');
  });

  // shows: entities/certificate-without-expiry
  it('prints N/A without expiry, and leaves out details that are missing', async () => {
    const text = await words({ expiresOn: null, birthDate: null, gradeNumber: '', cdcNumber: ' ' });
    expect(text.split('\n')).toContain('N/A');
    expect(text).not.toMatch(/null|undefined|DATE OF BIRTH|GRADE|CDC|ASSESSMENT/);
    expect(text).toContain('PASSPORT NO.');
  });

  // shows: asvs/1.3.7
  it('prints text literally, whatever it means to the compiler', async () => {
    const name = '#panic("x") *A* _B_ $x$ \\ `c` <d> @e [f] // "g" D\'H';
    expect(
      (await words({ name, courseTitle: '#image("/etc/passwd")', subjects: ['= One', '- Two'] })).split('\n'),
    ).toEqual(expect.arrayContaining([name, '#image("/etc/passwd")', '= One', '- Two']));
  });

  it('links its QR code, 48 mm with the quiet zone, to the URL', async () => {
    const verifyUrl = `https://fairlead.example/C#${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(14)}`;
    const { pdf } = await press.draw(certificateFacts({ verifyUrl }));
    const link = (await open(pdf)).getPage(0).node.lookup(PDFName.of('Annots'), PDFArray).lookup(0, PDFDict);
    expect(link.lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI'), PDFString).asString()).toBe(verifyUrl);
    const { width, height } = link.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
    expect([width, height].map((points) => Math.round((points / 72) * 25.4))).toEqual([48, 48]);
  });

  it('is identical to the byte for the same facts, on another renderer and after other certificates', async () => {
    const whole = certificateFacts({ photo: await picture('#875'), signature: await picture('#223', 'png') });
    const first = await press.draw(whole);
    await press.draw(certificateFacts({ name: 'Somebody Else', photo: await picture('#0f0') }));
    const other = createCertificatePress();
    try {
      expect((await other.draw(whole)).pdf.equals(first.pdf)).toBe(true);
      expect((await press.draw(whole)).pdf.equals(first.pdf)).toBe(true);
      expect((await press.draw({ ...whole, name: 'Rajesh Kumar D’Souzo' })).pdf.equals(first.pdf)).toBe(false);
    } finally {
      await other.close();
    }
  });

  it('contains its own photograph and nobody else’s', async () => {
    const bare = await press.draw(certificateFacts());
    const red = await press.draw(certificateFacts({ photo: await picture('#f00', 'webp') }));
    const green = await press.draw(certificateFacts({ photo: await picture('#0f0', 'png') }));
    const bareAgain = await press.draw(certificateFacts());
    expect(await photographs(red.pdf)).toEqual(['red']);
    expect(await photographs(green.pdf)).toEqual(['green']);
    expect(await photographs(bareAgain.pdf)).toEqual([]);
    expect(bareAgain.pdf.equals(bare.pdf)).toBe(true);
  });

  it('shows the academy’s logo, or the drawn mark if there is none or it is not a picture, and nobody else’s', async () => {
    const bare = await press.draw(certificateFacts());
    const logo = await sharp({ create: { width: 400, height: 200, channels: 4, background: '#0f08' } })
      .webp()
      .toBuffer();
    const bearing = await press.draw(certificateFacts({ logo }));
    expect(await picturesIn(bearing.pdf)).toContainEqual([213, 106]);
    expect(claimsStandards(bearing.pdf)).toBe(true);
    for (const none of [null, Buffer.from('no picture')]) {
      const again = await press.draw(certificateFacts({ logo: none }));
      expect(again.pdf.equals(bare.pdf)).toBe(true);
    }
  });

  it('contains neither a phone’s picture in full size nor its metadata', async () => {
    const noise = sharp({
      create: {
        width: 2400,
        height: 1800,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
    const photo = await noise
      .withExif({ IFD0: { Artist: 'Private Person' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1_500_000);
    const { pdf } = await press.draw(certificateFacts({ photo }));
    expect(pdf.length).toBeLessThan(500_000);
    expect(pdf.includes('Private Person')).toBe(false);
  });
});

describe('names in other scripts', () => {
  it('renders Devanagari', async () => {
    const { pdf, missingGlyphs } = await press.draw(
      certificateFacts({ name: 'श्री राजेश कुमार विश्वकर्मा', subjects: ['जीवन रक्षा'] }),
    );
    expect(missingGlyphs).toBe(false);
    expect(claimsStandards(pdf)).toBe(true);
    const text = (await wordsOf(pdf)).replaceAll('\n', '');
    expect(text).toContain('श्री राजेश कुमार विश्वकर्मा');
    expect(text).toContain('जीवन रक्षा');
  });

  it.each([
    ['Tamil', 'முருகன் ராஜா'],
    ['Bengali', 'রাজেশ মণ্ডল'],
    ['Malayalam', 'രാജേഷ് കൃഷ്ണൻകുട്ടി'],
    ['Telugu', 'శ్రీనివాస రావు'],
    ['Kannada', 'ಶ್ರೀನಿವಾಸ್ ಕೃಷ್ಣಮೂರ್ತಿ'],
    ['Gujarati', 'રાજેશ ક્ષત્રિય'],
    ['Punjabi', 'ਹਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Sinhala', 'ශ්‍රී ලංකා රණසිංහ'],
    ['Burmese', 'ကျော်ဇင်ထွန်း'],
    ['Thai', 'สมชาย ใจดี'],
    ['Hebrew', 'יוסף כהן'],
    ['Georgian', 'გიორგი ბერიძე'],
    ['Amharic', 'ጌታቸው ተስፋዬ'],
    ['Korean', '김철수 뷁똠'],
    ['Japanese', '山田 さくら カタカナ'],
    ['Arabic', 'محمد عبد الرحمن'],
    ['simplified Chinese', '王伟 李娜'],
    ['traditional Chinese', '陳偉龍 蔡麗華 歐陽鈺瑩 喆堃'],
  ])('renders %s', async (_, name) => {
    const { pdf, missingGlyphs } = await press.draw(certificateFacts({ name }));
    expect(missingGlyphs).toBe(false);
    expect(claimsStandards(pdf)).toBe(true);
    expect(await wordsOf(pdf)).not.toContain('The holder of passport');
    // Shaped scripts are extracted from a PDF in visual order, so the test compares only which characters occur.
    const drawn = (await wordsOf(pdf)).normalize('NFKC');
    expect([...name.replaceAll(' ', '')].filter((character) => !drawn.includes(character))).toEqual([]);
  });

  it('renders the name of the passport, and below it the name in the holder’s own script', async () => {
    const { pdf, missingGlyphs } = await press.draw(certificateFacts({ ownScriptName: '王伟' }));
    expect([missingGlyphs, claimsStandards(pdf)]).toEqual([false, true]);
    const text = (await wordsOf(pdf)).split('\n');
    expect(text.indexOf('王伟')).toBe(text.indexOf('Rajesh Kumar D’Souza') + 1);
  });

  it('renders Latin of every kind, Greek and Cyrillic', async () => {
    const name = 'Nguyễn Łukasz Žižek Ñíguez Øyvind Şahin Αθηνά Юрий';
    const { pdf, missingGlyphs } = await press.draw(certificateFacts({ name }));
    expect(missingGlyphs).toBe(false);
    expect((await wordsOf(pdf)).replaceAll(/\s+/g, ' ')).toContain(name);
  });

  it.each(['ཀརྨ', 'ᏣᎳᎩ', '🐟🐟'])(
    'shows the passport’s holder on the certificate for %s, and reports it',
    async (name) => {
      const { pdf, missingGlyphs } = await press.draw(certificateFacts({ name }));
      expect(missingGlyphs).toBe(true);
      expect(claimsStandards(pdf)).toBe(true);
      expect(await wordsOf(pdf)).toContain('The holder of passport Z4839201');
      expect((await open(pdf)).getTitle()).toContain(name);
    },
  );
});

/** Width and height of every raster image in a PDF. */
async function picturesIn(pdf: Buffer): Promise<number[][]> {
  const document = await open(pdf);
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Subtype')) !== PDFName.of('Image')) return [];
    const size = (side: string) => object.dict.lookup(PDFName.of(side), PDFNumber).asNumber();
    return [[size('Width'), size('Height')]];
  });
}

/** The dominant colour in the middle of every JPEG in a PDF. */
async function photographs(pdf: Buffer): Promise<string[]> {
  const document = await open(pdf);
  const colours: string[] = [];
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!('contents' in object && object.contents instanceof Uint8Array)) continue;
    if (object.contents[0] !== 0xff || object.contents[1] !== 0xd8) continue;
    const { data, info } = await sharp(object.contents).raw().toBuffer({ resolveWithObject: true });
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(middle, middle + 3);
    colours.push(red > green + blue ? 'red' : green > red + blue ? 'green' : 'other');
  }
  return colours;
}
