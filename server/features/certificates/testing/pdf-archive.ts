import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { contentTokens } from '../../../platform/typesetting/testing/pdf-text.ts';

/** A PDF opened for the rules: all of its dictionaries, those of streams included, and what rules look at often. */
type Opened = {
  pdf: Buffer;
  document: PDFDocument;
  catalog: PDFDict;
  dicts: PDFDict[];
  streams: PDFRawStream[];
  annotations: PDFDict[];
  fonts: PDFDict[];
  elements: PDFDict[];
  xmp: string;
  content: string;
};

const key = PDFName.of;
const dictAt = (dict: PDFDict | undefined, name: string) => dict?.lookupMaybe(key(name), PDFDict);
const has = (dict: PDFDict | undefined, ...names: string[]) => names.some((name) => dict?.has(key(name)));
const nameAt = (dict: PDFDict, name: string) => {
  const value = dict.lookup(key(name));
  return value instanceof PDFName ? value.decodeText() : undefined;
};
const numberAt = (dict: PDFDict, name: string) => dict.lookupMaybe(key(name), PDFNumber)?.asNumber();
const textAt = (dict: PDFDict, name: string) => {
  const value = dict.lookup(key(name));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
};
const isTrue = (value: PDFObject | undefined) => value === PDFBool.True;
const arrayAt = (dict: PDFDict | undefined, name: string) => dict?.lookupMaybe(key(name), PDFArray)?.asArray() ?? [];
const decoded = (stream: PDFRawStream | undefined) =>
  stream ? Buffer.from(decodePDFRawStream(stream).decode()) : Buffer.alloc(0);
const streamAt = (dict: PDFDict | undefined, name: string) => {
  const stream = dict?.lookup(key(name));
  return stream instanceof PDFRawStream ? stream : undefined;
};

async function open(pdf: Buffer): Promise<Opened> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { context, catalog } = document;
  const dicts: PDFDict[] = [];
  const streams: PDFRawStream[] = [];
  const collect = (object: PDFObject | undefined): void => {
    if (object instanceof PDFRawStream) streams.push(object);
    if (object instanceof PDFRawStream) collect(object.dict);
    else if (object instanceof PDFDict) {
      dicts.push(object);
      for (const value of object.values()) collect(value);
    } else if (object instanceof PDFArray) for (const value of object.asArray()) collect(value);
  };
  for (const [, object] of context.enumerateIndirectObjects()) collect(object);
  const page = document.getPage(0).node;
  const ofType = (type: string) => dicts.filter((dict) => nameAt(dict, 'Type') === type);
  const contents = page.Contents();
  return {
    pdf,
    document,
    catalog,
    dicts,
    streams,
    annotations: arrayAt(page, 'Annots').map((ref) => context.lookup(ref, PDFDict)),
    fonts: ofType('Font').filter((font) => nameAt(font, 'Subtype') === 'Type0'),
    elements: ofType('StructElem'),
    xmp: decoded(streamAt(catalog, 'Metadata')).toString(),
    content: (contents instanceof PDFArray ? contents.asArray().map((ref) => context.lookup(ref)) : [contents])
      .map((stream) => decoded(stream as PDFRawStream).toString('latin1'))
      .join('\n'),
  };
}

type Rule = (file: Opened) => boolean;

const xmpPrefixes = ['dc', 'xmp', 'xmpMM', 'xmpTPg', 'pdf', 'pdfaid', 'pdfaExtension'];
const filters = ['FlateDecode', 'DCTDecode', undefined];
const blendModes =
  /^(Normal|Compatible|Multiply|Screen|Overlay|Darken|Lighten|ColorDodge|ColorBurn|HardLight|SoftLight)$/;
const everyImage: (holds: (image: PDFDict) => boolean) => Rule =
  (holds) =>
  ({ dicts }) =>
    dicts.filter((dict) => nameAt(dict, 'Subtype') === 'Image').every(holds);
const everyFont: (holds: (font: PDFDict, descriptor: PDFDict | undefined) => boolean) => Rule =
  (holds) =>
  ({ fonts }) =>
    fonts.length > 0 &&
    fonts.every((font) => {
      const descendant = font.lookup(key('DescendantFonts'), PDFArray).lookup(0, PDFDict);
      return nameAt(font, 'Encoding') === 'Identity-H' && holds(descendant, dictAt(descendant, 'FontDescriptor'));
    });
const flagsOf = (annotation: PDFDict) => numberAt(annotation, 'F') ?? 0;
const extentOf = (annotation: PDFDict) => annotation.lookup(key('Rect'), PDFArray).asRectangle();
const isWidget = (annotation: PDFDict) => nameAt(annotation, 'Subtype') === 'Widget';
const roleOf = (element: PDFDict | undefined) => element && nameAt(element, 'S');
const childrenOf = (element: PDFDict) => arrayAt(element, 'K').map((kid) => element.context.lookup(kid));
const rolesIn = (element: PDFDict) => childrenOf(element).map((kid) => (kid instanceof PDFDict ? roleOf(kid) : ''));
const parentRole = (element: PDFDict) => roleOf(dictAt(element, 'P'));
const within = (role: string, allowed: readonly string[]): Rule => {
  return ({ elements }) =>
    elements.filter((one) => roleOf(one) === role).every((one) => allowed.includes(parentRole(one) ?? ''));
};
const holdsOnly = (role: string, allowed: readonly string[]): Rule => {
  return ({ elements }) =>
    elements
      .filter((one) => roleOf(one) === role)
      .every((one) => rolesIn(one).every((kid) => allowed.includes(kid ?? '')));
};

/** The Unicode values of a font's glyphs. */
const unicodeOf = (font: PDFDict) =>
  [
    ...decoded(streamAt(font, 'ToUnicode'))
      .toString('latin1')
      .matchAll(/<[0-9A-F]{4}> <([0-9A-F]+)>\n/gi),
  ].map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'));

/** Whether everything that paints is tagged or an artifact, and never both. */
const isTaggedThroughout: Rule = ({ content }) => {
  const open: string[] = [];
  let operands: string[] = [];
  for (const part of contentTokens(content)) {
    if (!/^[A-Za-z*'"]+$/.test(part)) {
      operands.push(part);
      continue;
    }
    if (part === 'BMC' || part === 'BDC') open.push(operands.join(' '));
    if (part === 'EMC') open.pop();
    const tagged = open.filter((tag) => tag.includes('/MCID')).length;
    const artifact = open.some((tag) => tag.startsWith('/Artifact'));
    if (/^(Tj|TJ|f|F|S|s|b|B|Do|sh)\*?$/.test(part) && tagged > 0 === artifact) return false;
    operands = [];
  }
  return open.length === 0;
};

const deepest = (content: string, down: string, up: string): number => {
  let depth = 0;
  let most = 0;
  for (const part of contentTokens(content)) {
    if (part === down) most = Math.max(most, ++depth);
    if (part === up) depth--;
  }
  return most;
};

/**
 * The rules of PDF/A-3a (ISO 19005-3; the ids are veraPDF's) that can apply to a certificate and that its content could
 * break. Not among them: what the compiler's structure rules out (Type 1, TrueType and Type 3 fonts, JPEG 2000,
 * DeviceN, halftones, optional content, forms other than the signature's), and the syntax of the file, which qpdf
 * checks.
 */
const archiveRules: Record<string, Rule> = {
  '6.1.2': ({ pdf }) => /^%PDF-1\.[0-7]\n%[\x80-\xff]{4}/.test(pdf.toString('latin1', 0, 20)),
  '6.1.3-1': ({ document }) => document.context.trailerInfo.ID instanceof PDFArray,
  '6.1.3-2': ({ document }) => document.context.trailerInfo.Encrypt === undefined,
  '6.1.3-3': ({ pdf }) => /%%EOF\r?\n?$/.test(pdf.toString('latin1', pdf.length - 8)),
  '6.1.7.1-3': ({ streams }) => !streams.some(({ dict }) => has(dict, 'F', 'FFilter', 'FDecodeParms')),
  '6.1.7.2-1': ({ streams }) => streams.every(({ dict }) => filters.includes(nameAt(dict, 'Filter'))),
  '6.1.12-1': ({ catalog }) => [...(dictAt(catalog, 'Perms')?.keys() ?? [])].every((name) => name === key('DocMDP')),
  '6.1.12-2': ({ dicts }) =>
    !dicts.some(
      (dict) => nameAt(dict, 'Type') === 'SigRef' && has(dict, 'DigestLocation', 'DigestMethod', 'DigestValue'),
    ),
  '6.1.13-8': ({ content }) => deepest(content, 'q', 'Q') <= 28,
  '6.2.3-1': ({ catalog }) => {
    const [intent] = arrayAt(catalog, 'OutputIntents').map((ref) => catalog.context.lookup(ref, PDFDict));
    const profile = decoded(streamAt(intent, 'DestOutputProfile'));
    return profile.toString('latin1', 12, 20) === 'mntrRGB ' && (profile[8] ?? 9) < 5;
  },
  '6.2.4.3-3': ({ content, dicts }) =>
    !contentTokens(content).some((part) => part === 'k' || part === 'K') &&
    !dicts.some((dict) => nameAt(dict, 'ColorSpace') === 'DeviceCMYK'),
  '6.2.5': ({ dicts }) =>
    !dicts.some((dict) => nameAt(dict, 'Type') === 'ExtGState' && has(dict, 'TR', 'TR2', 'HTP', 'HT')),
  '6.2.8-1, -2': everyImage((image) => !has(image, 'Alternates', 'OPI')),
  '6.2.8-3': everyImage((image) => !isTrue(image.lookup(key('Interpolate')))),
  '6.2.8-4': everyImage((image) => [1, 2, 4, 8, 16].includes(numberAt(image, 'BitsPerComponent') ?? 0)),
  '6.2.9': ({ dicts }) => !dicts.some((dict) => nameAt(dict, 'Subtype') === 'Form' && has(dict, 'PS', 'Ref', 'OPI')),
  '6.2.10-1': ({ dicts }) => dicts.every((dict) => !has(dict, 'BM') || blendModes.test(nameAt(dict, 'BM') ?? '')),
  '6.2.11.3.2-1': everyFont((font) => nameAt(font, 'Subtype') !== 'CIDFontType2' || has(font, 'CIDToGIDMap')),
  '6.2.11.4.1-1': everyFont((_, descriptor) => has(descriptor, 'FontFile2', 'FontFile3')),
  '6.2.11.7.2-1': ({ fonts }) => fonts.every((font) => unicodeOf(font).length > 0),
  '6.2.11.7.2-2': ({ fonts }) => !fonts.flatMap(unicodeOf).some((text) => /[\0\ufffe\ufeff]/.test(text)),
  '6.2.11.7.3-1': ({ fonts }) => !fonts.flatMap(unicodeOf).some((text) => /\p{Co}/u.test(text)),
  '6.3.1-1': ({ annotations }) => annotations.every((one) => ['Link', 'Widget'].includes(nameAt(one, 'Subtype') ?? '')),
  '6.3.2': ({ annotations }) => annotations.every((one) => (flagsOf(one) & (1 | 2 | 4 | 32 | 256)) === 4),
  '6.3.3-1': ({ annotations }) =>
    annotations.filter(isWidget).every((one) => extentOf(one).width === 0 && extentOf(one).height === 0),
  '6.4.1-1, -2': ({ annotations }) => !annotations.filter(isWidget).some((one) => has(one, 'A', 'AA')),
  '6.4.1-3': ({ catalog }) => !isTrue(dictAt(catalog, 'AcroForm')?.lookup(key('NeedAppearances'))),
  '6.4.2': ({ catalog }) => !has(dictAt(catalog, 'AcroForm'), 'XFA') && !has(catalog, 'NeedsRendering'),
  '6.5.1-1': ({ annotations }) =>
    annotations.every((one) => !has(one, 'A') || nameAt(one.lookup(key('A'), PDFDict), 'S') === 'URI'),
  '6.5.2': ({ dicts }) => !dicts.some((dict) => has(dict, 'AA', 'OpenAction')),
  '6.6.2.1': ({ xmp }) => xmp.startsWith('<?xpacket begin="\ufeff"') && !/^<\?xpacket [^>]*(bytes|encoding)=/.test(xmp),
  '6.6.2.3.1-1': ({ xmp }) => {
    const described = [...xmp.matchAll(/<pdfaSchema:prefix>(\w+)</g)].map(([, prefix]) => prefix);
    const used = [...xmp.replace(/<(pdfaExtension:schemas|xmpMM:History)>.*?<\/\1>/gs, '').matchAll(/<(\w+):\w+[ >]/g)];
    return used.every(([, prefix = '']) => ['x', 'rdf', ...xmpPrefixes, ...described].includes(prefix));
  },
  '6.6.4-2, -3': ({ xmp }) => /<pdfaid:part>3<.*<pdfaid:conformance>A</s.test(xmp),
  '6.7.2.2-1': ({ catalog }) => isTrue(dictAt(catalog, 'MarkInfo')?.lookup(key('Marked'))),
  '6.7.3.3-1': ({ catalog }) => has(catalog, 'StructTreeRoot'),
  '6.7.4-1': ({ dicts }) =>
    dicts.every((dict) => /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/.test(textAt(dict, 'Lang') ?? 'en')),
  '6.8-1': ({ dicts }) =>
    dicts.every(
      (dict) => nameAt(dict, 'Type') !== 'EmbeddedFile' || /^[-\w+.]+\/[-\w+.]+$/.test(nameAt(dict, 'Subtype') ?? ''),
    ),
  '6.8-2, -3': ({ dicts }) =>
    dicts.every((dict) => !has(dict, 'EF') || (has(dict, 'F') && has(dict, 'UF') && has(dict, 'AFRelationship'))),
  '6.8-4': ({ catalog, dicts }) => {
    const associated = arrayAt(catalog, 'AF').map((ref) => catalog.context.lookup(ref));
    return dicts.every((dict) => !has(dict, 'EF') || associated.includes(dict));
  },
};

/** The rules of PDF/UA-1 (ISO 14289-1) that are not the same as those of PDF/A-3a, chosen likewise. */
const accessRules: Record<string, Rule> = {
  '5': ({ xmp }) => /<pdfuaid:part [^>]*>1<\/pdfuaid:part>/.test(xmp),
  '7.1-1 to -3': isTaggedThroughout,
  '7.1-4': ({ catalog }) => !isTrue(dictAt(catalog, 'MarkInfo')?.lookup(key('Suspects'))),
  '7.1-9': ({ xmp }) => /<dc:title>.*?<rdf:li[^>]*>[^<]+</s.test(xmp),
  '7.1-10': ({ catalog }) => isTrue(dictAt(catalog, 'ViewerPreferences')?.lookup(key('DisplayDocTitle'))),
  '7.1-12': ({ elements }) => elements.length > 0 && elements.every((element) => has(element, 'P')),
  '7.2-2, -21 to -34': ({ catalog }) => textAt(catalog, 'Lang') !== undefined,
  '7.2-17': within('LI', ['L']),
  '7.2-18': within('LBody', ['LI']),
  '7.2-19': holdsOnly('L', ['L', 'LI', 'Caption']),
  '7.2-20': holdsOnly('LI', ['Lbl', 'LBody']),
  '7.3-1': ({ elements }) => elements.every((one) => roleOf(one) !== 'Figure' || Boolean(textAt(one, 'Alt'))),
  '7.4.2-1': ({ elements }) => elements.every((one) => !/^H[2-6]?$/.test(roleOf(one) ?? '')),
  '7.18.1-3': ({ annotations }) => annotations.filter(isWidget).every((one) => Boolean(textAt(one, 'TU'))),
  '7.18.3-1': ({ document }) => nameAt(document.getPage(0).node, 'Tabs') === 'S',
  '7.18.4-1': ({ annotations }) =>
    annotations.filter(isWidget).every((one) => extentOf(one).x + extentOf(one).width <= 0),
  '7.18.5-1': ({ annotations, elements }) =>
    annotations
      .filter((one) => !isWidget(one))
      .every((link) =>
        elements.some(
          (one) =>
            roleOf(one) === 'Link' &&
            childrenOf(one).some((kid) => kid instanceof PDFDict && kid.lookup(key('Obj')) === link),
        ),
      ),
  '7.18.5-2': ({ annotations }) => annotations.every((one) => isWidget(one) || Boolean(textAt(one, 'Contents'))),
};

/**
 * The rules of PDF/A-3a and PDF/UA-1 that a certificate's PDF breaks, by the ids of veraPDF's profiles ('A 6.3.2').
 * veraPDF itself, with all of its rules, is run by hand (docs/decisions/0041).
 */
export async function brokenRules(pdf: Buffer): Promise<string[]> {
  const file = await open(pdf);
  const broken = (rules: Record<string, Rule>, of: string) =>
    Object.entries(rules).flatMap(([id, holds]) => (holds(file) ? [] : [`${of} ${id}`]));
  return [...broken(archiveRules, 'A'), ...broken(accessRules, 'UA')];
}
