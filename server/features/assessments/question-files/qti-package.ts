import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { contentOfEntry, openEntries, pathOf, quoted, type ZipEntry } from '../../../platform/archives/zip-entries.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { decodeXml, elementsIn, readXml, textIn, type Xml, type XmlElement } from '../../../platform/xml/read-xml.ts';
import { type FoundQuestions, nothingFound } from './found-questions.ts';
import { htmlText } from './html-text.ts';
import { quoted as quotedText } from './plain-words.ts';
import { readQti1 } from './qti-1.ts';
import { type ItemContext, readQtiItem } from './qti-item.ts';
import { allNamed, attribute, childrenNamed, isNamed, plainName } from './qti-xml.ts';

/** Limits of a package: files of XML, the size of each, and the pictures of all. */
const most = { files: 2_000, bytes: 8 * 2 ** 20, total: 64 * 2 ** 20, pictures: 12 * 2 ** 20 } as const;

/** Reads one file of QTI that is in no package: an item, or a file of version 1.2. Its pictures are elsewhere. */
export function readQtiFile(
  xml: Xml,
  at: ItemContext = { topic: '', pictureAt: () => undefined },
): FoundQuestions | undefined {
  const found = nothingFound();
  const name = plainName(xml.root.name);
  if (name === 'assessmentitem') readQtiItem(xml, at, found);
  else if (name === 'questestinterop') readQti1(xml, at, found);
  else return undefined;
  return found;
}

/**
 * Reads a package of QTI 1.2, 2.1, 2.2 or 3.0: the items that its manifest names, with the titles of the sections in
 * which a test has them as topics. Without a manifest, every file of items in it.
 *
 * @throws Refusal with a sentence that names the entry.
 */
export async function readQtiPackage(path: string): Promise<FoundQuestions> {
  const { zip, entries } = await openEntries(path);
  try {
    const byPath = new Map(entries.map((entry) => [entry.path, entry]));
    let read = 0;
    const bytesOf = async (entry: ZipEntry): Promise<Buffer> => {
      if (entry.sizeBytes > most.bytes) throw new Refusal(`${quoted(entry.name)}: it is larger than 8 MB.`);
      read += entry.sizeBytes;
      if (read > most.total) throw new Refusal('The questions of this package have more than 64 MB. Please split it.');
      return buffer(Readable.from(contentOfEntry(zip, entry), { objectMode: false }));
    };
    const xmlOf = async (entry: ZipEntry): Promise<Xml> =>
      readXml(decodeXml(await bytesOf(entry), quoted(entry.name)), quoted(entry.name));

    const manifest = entries.find((one) => /(^|\/)imsmanifest\.xml$/.test(one.path));
    const base = manifest?.path.replace(/imsmanifest\.xml$/, '') ?? '';
    const named = manifest ? resourcesOf((await xmlOf(manifest)).root) : [];
    const wanted =
      named.length > 0
        ? named.map((href) => resolved(base, href))
        : entries.flatMap((one) => (isXml(one) ? [one.path] : []));
    const found = nothingFound();
    const documents = new Map<string, { entry: ZipEntry; xml: Xml }>();
    for (const [i, one] of [...new Set(wanted)].entries()) {
      if (i >= most.files)
        throw new Refusal(`The package has more than ${most.files} files of questions. Please split it.`);
      const entry = byPath.get(one);
      if (!entry) {
        found.problems.push({
          entry: manifest?.name ?? 'imsmanifest.xml',
          line: 1,
          message: `It names ${quoted(one)}, which is not in the package.`,
        });
        continue;
      }
      if (entry === manifest || !isXml(entry)) continue;
      try {
        documents.set(one, { entry, xml: await xmlOf(entry) });
      } catch (error) {
        // One broken file does not keep the others out.
        if (!(error instanceof Refusal)) throw error;
        found.problems.push({ entry: entry.name, line: 1, message: error.message });
      }
    }
    for (const { entry, xml } of documents.values()) noteTest(xml, entry, found.notes);
    const places = placesOf(documents);
    const pictures = await picturesIn(documents, byPath, async (entry) => (await bytesOf(entry)).toString('base64'));
    let items = 0;
    for (const [one, { entry, xml }] of documents) {
      const pictureAt = (source: string) => pictures.get(resolved(folderOf(one), source));
      const more = readQtiFile(xml, { entry: entry.name, topic: '', ...places.get(one), pictureAt });
      if (!more) continue;
      items += 1;
      for (const kind of ['questions', 'problems', 'notes'] as const) found[kind].push(...(more[kind] as never[]));
    }
    if (items === 0 && found.problems.length === 0)
      throw new Refusal('This ZIP file has no questions of QTI. Please export the question bank as a QTI package.');
    return found;
  } finally {
    zip.close();
  }
}

const isXml = ({ path }: ZipEntry) => /\.(xml|qti)$/.test(path);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** A path that a file in a folder names, in the form of `pathOf`; blank for one that leads out of the package. */
function resolved(folder: string, href: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${decoded(href.split(/[?#]/)[0] ?? '')}`.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return pathOf(parts.join('/'));
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The files of questions and tests that a manifest names; some name the questions of a test as files of the test. */
function resourcesOf(manifest: XmlElement): string[] {
  return allNamed(manifest, 'resource').flatMap((resource) => {
    if (!/qti/i.test(attribute(resource, 'type'))) return [];
    const files = childrenNamed(resource, 'file').map((file) => attribute(file, 'href'));
    return [attribute(resource, 'href'), ...files.filter((href) => /\.(xml|qti)$/i.test(href))].filter(Boolean);
  });
}

/** Parts of a test that have no counterpart in its questions, in words. */
const ofTests: Readonly<Record<string, string>> = {
  timelimits: 'limits of time',
  selection: 'a selection of some questions',
  precondition: 'conditions for questions',
  branchrule: 'ways from question to question',
  rubricblock: 'instructions',
  testfeedback: 'feedback of the test',
};

function noteTest({ root, lineOf }: Xml, { name }: ZipEntry, notes: FoundQuestions['notes']): void {
  if (plainName(root.name) !== 'assessmenttest') return;
  for (const [part, what] of Object.entries(ofTests)) {
    const [first] = allNamed(root, part);
    const said = textIn(first) && ` (${quotedText(textIn(first))})`;
    if (first) notes.push({ entry: name, line: lineOf(first), message: `The test has ${what}${said}, left out here.` });
  }
}

type Place = Pick<ItemContext, 'topic' | 'keepsPlace'>;

/** What a test says of each item: the title of its section is the topic, and one that is fixed keeps its place. */
function placesOf(documents: ReadonlyMap<string, { xml: Xml }>): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [path, { xml }] of documents) {
    if (plainName(xml.root.name) !== 'assessmenttest') continue;
    for (const section of allNamed(xml.root, 'assessmentsection')) {
      const title = attribute(section, 'title').slice(0, 100);
      for (const item of elementsIn(section).filter((one) => isNamed(one, 'assessmentitemref')))
        places.set(resolved(folderOf(path), attribute(item, 'href')), {
          topic: isUsual(title) ? '' : title,
          keepsPlace: attribute(item, 'fixed') === 'true',
        });
    }
  }
  return places;
}

/** A title that programs write where nobody gave one. */
const isUsual = (title: string) => /^(section\s*\d*|untitled|questions)?$/i.test(title);

/** The pictures that the items name, by their paths. */
async function picturesIn(
  documents: ReadonlyMap<string, { xml: Xml }>,
  byPath: ReadonlyMap<string, ZipEntry>,
  base64Of: (entry: ZipEntry) => Promise<string>,
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  let size = 0;
  for (const [path, { xml }] of documents) {
    for (const source of sourcesIn(xml.root)) {
      const place = resolved(folderOf(path), source);
      const entry = byPath.get(place);
      if (!entry || pictures.has(place) || !/\.(png|jpe?g|webp|gif|svg)$/.test(place)) continue;
      size += entry.sizeBytes;
      if (size > most.pictures)
        throw new Refusal('The pictures of this package have more than 12 MB. Please split it.');
      pictures.set(place, await base64Of(entry));
    }
  }
  return pictures;
}

/** The sources of pictures in an item, also in the escaped HTML of version 1.2. */
function sourcesIn(root: XmlElement): string[] {
  const shown = [
    ...allNamed(root, 'img').map((one) => attribute(one, 'src')),
    ...allNamed(root, 'object').map((one) => attribute(one, 'data')),
  ];
  const escaped = allNamed(root, 'mattext').flatMap((one) => htmlText(textIn(one)).images.map(({ src }) => src));
  const images = allNamed(root, 'matimage').map((one) => attribute(one, 'uri'));
  return [...shown, ...escaped, ...images].filter((source) => source !== '' && !/^[a-z]+:/i.test(source));
}
