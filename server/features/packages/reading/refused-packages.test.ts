import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { damaged, numbers } from '../../../platform/archives/testing/damaged.ts';
import { type RawEntry, rawZip } from '../../../platform/archives/testing/raw-zip.ts';
import { fairTurns } from '../../../platform/inspection/fair-turns.ts';
import { inspector } from '../../../platform/inspection/inspection.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { inspected, one, page, withManifest } from '../testing/inspected.ts';
import { manifestOf, scormPackage } from '../testing/scorm-package.ts';
import { inspect } from './package-inspection.ts';

const { folder, read } = await inspected();

// shows: threats/package-archive
describe('not accepted, with a sentence that names the entry, is', () => {
  const manifest = { name: 'imsmanifest.xml', content: manifestOf('1.2', [one]) };
  const zip = (...more: RawEntry[]) => rawZip([manifest, page, ...more]);
  const bomb = Buffer.alloc(12 * 2 ** 20);
  const lie64 = (zip64Bytes: bigint) => zip({ name: 'big', content: 'x', sizeBytes: 0xffffffff, zip64Bytes });
  test.each<[string, () => Buffer, RegExp]>([
    ['what is not a zip', () => Buffer.from('%PDF-1.7'), /not a ZIP file/],
    ['a name that leads out', () => zip({ name: '../evil.html', content: 'x' }), /“\.\.\/evil\.html”.*leads out/],
    ['a name that leads out by backslashes', () => zip({ name: 'a\\..\\..\\evil.html', content: 'x' }), /leads out/],
    ['an absolute name', () => zip({ name: '/etc/passwd', content: 'x' }), /“\/etc\/passwd”.*outside/],
    ['a name with a drive', () => zip({ name: 'C:/evil.html', content: 'x' }), /“C:\/evil\.html”.*outside/],
    ['a drive by backslashes', () => zip({ name: 'c:\\evil.html', content: 'x' }), /outside/],
    ['a share of Windows', () => zip({ name: '\\\\host\\evil.html', content: 'x' }), /outside/],
    ['a folder that leads out', () => zip({ name: 'a/../../evil/', content: '' }), /leads out/],
    ['the same name twice', () => zip({ name: 'a.html', content: 'x' }), /“a\.html”.*same name/],
    ['an empty folder name', () => zip({ name: 'a//b.html', content: 'x' }), /empty folder/],
    ['a control character', () => zip({ name: 'a\u0000.html', content: 'x' }), /control character/],
    ['a long name', () => zip({ name: `${'n'.repeat(241)}`, content: 'x' }), /longer than 240/],
    ['a deep name', () => zip({ name: `${'d/'.repeat(21)}x`, content: 'x' }), /more than 20 folders/],
    ['a link', () => zip({ name: 'link', content: '/etc/passwd', mode: 0o120777 }), /“link”.*link to another/],
    ['a device', () => zip({ name: 'tty', content: '', mode: 0o020644 }), /not a file/],
    [
      'a name by an extra field',
      () => zip({ name: 'b.html', content: 'x', unicodeName: '../evil.html' }),
      /“\.\.\/evil\.html”.*leads out/,
    ],
    ['a link whose name is a folder', () => zip({ name: 'link/', content: '', mode: 0o120777 }), /link to another/],
    ['two names that differ in case', () => zip({ name: 'A.html', content: 'x' }), /“A\.html”.*same name/],
    [
      'two names of one spelling',
      () => zip({ name: 'é.html', content: 'x' }, { name: 'e\u0301.html', content: 'x' }),
      /same name/,
    ],
    ['a file that is a folder', () => zip({ name: 'a.html/b', content: 'x' }), /“a\.html”.*file and a folder/],
    ['encryption', () => zip({ name: 'secret', content: 'x', flags: 1 }), /“secret”.*encrypted/],
    ['another compression', () => zip({ name: 'lzma', content: 'x', methodNumber: 14 }), /compressed in a way/],
    [
      'bombs that are small alone',
      () => zip(...Array.from({ length: 3 }, (_, i) => ({ name: `b${i}`, content: bomb.subarray(0, 5e6) }))),
      /package unpacks to an unusual size/,
    ],
    [
      'two entries in the same bytes',
      () =>
        rawZip([
          { name: 'x.html', content: 'same', method: 'stored' },
          manifest,
          page,
          { name: 'x.html', content: 'same', method: 'stored', offset: 0 },
        ]),
      /same name|shares its content/,
    ],
    [
      'a size of four gigabytes',
      () => zip({ name: 'big', content: 'x', sizeBytes: 0xffffffff }),
      /“big”.*unusual size/,
    ],
    ['a size of ZIP64 without end', () => lie64(2n ** 52n), /“big”.*unusual size/],
    ['a size of ZIP64 beyond any number', () => lie64(2n ** 63n), /“big”.*unusual size/],
    ['a size of ZIP64 that is another', () => lie64(2n), /“big”.*damaged/],
    ['a bomb', () => zip({ name: 'bomb.txt', content: bomb }), /“bomb\.txt”.*unusual size/],
    ['a size that is a lie', () => zip({ name: 'lie.txt', content: bomb, sizeBytes: 100 }), /“lie\.txt”.*damaged/],
    ['a wrong checksum', () => zip({ name: 'b.html', content: 'x', checksum: 1 }), /“b\.html”.*damaged/],
    [
      'an entry inside another',
      () => zip({ name: 'b.html', content: 'x', offset: 0 }),
      /ZIP file has two names|shares its content/,
    ],
    ['two names of one entry', () => zip({ name: 'b.html', content: 'x', localName: 'c.html' }), /two names/],
    ['an entry that is nowhere', () => zip({ name: 'b.html', content: 'x', offset: 1e9 }), /“b\.html”.*place/],
    [
      'something in front',
      () => rawZip([manifest, page], { before: Buffer.from('MZ program') }),
      /before the first file/,
    ],
    ['something behind', () => rawZip([manifest, page], { after: Buffer.from('<script>') }), /not a ZIP file|damaged/],
    ['more entries than it has', () => rawZip([manifest, page], { entries: 9 }), /damaged|not a ZIP/],
    ['a ZIP64 that is none', () => rawZip([manifest, page], { entries: 0xffff }), /65535 files/],
    ['too many entries', () => rawZip([manifest], { entries: 10_001 }), /10001 files/],
  ])('%s', async (_, make, sentence) => {
    await expect(read(make())).rejects.toThrow(sentence);
    await expect(read(make())).rejects.toThrow(Refusal);
  });

  const good = manifestOf('1.2', [one]);
  /** A definition of 20 kB that 200 items refer to: some 20 MB, if each had its own. */
  const multiplied = () => {
    const more = '<imsss:sequencing IDRef="s"/>';
    const objective = `<imsss:objective objectiveID="${'o'.repeat(100)}N">${'<imsss:mapInfo/>'.repeat(10)}</imsss:objective>`;
    const objectives = Array.from({ length: 80 }, (_, i) => objective.replace('N', String(i))).join('');
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:controlMode flow="true"/><imsss:objectives>${objectives}</imsss:objectives></imsss:sequencing></imsss:sequencingCollection></manifest>`;
    const items = Array.from({ length: 200 }, (_, i) => ({ id: `i${i}`, title: 'x', more, href: 'a.html' }));
    return manifestOf('2004 4th Edition', items).replace('</manifest>', shared);
  };
  test.each<[string, string | Buffer, RegExp]>([
    ['a manifest in a folder', '', /in a folder of the ZIP/],
    ['entities', good.replace('<manifest', '<!DOCTYPE m [<!ENTITY a "b">]><manifest'), /entities/],
    ['an entity of a DTD', good.replace('Lesson', '&file;'), /broken at line \d+/],
    [
      'a file by an entity',
      good.replace('<manifest', '<!DOCTYPE m SYSTEM "file:///etc/passwd"><manifest').replace('Lesson', '&m;'),
      /broken at line/,
    ],
    ['a line of two megabytes', good.replace('Lesson', 'x'.repeat(2 * 2 ** 20)), /larger than 2 MB/],
    [
      'elements without end',
      good.replace('</metadata>', `${'<x>'.repeat(200)}${'</x>'.repeat(200)}</metadata>`),
      /too many elements/,
    ],
    [
      'more than 5,00,000 elements',
      good.replace('</metadata>', `${'<x/>'.repeat(500_000)}</metadata>`),
      /^imsmanifest\.xml has more than 5,00,000 elements/,
    ],
    ['broken XML', good.replace('</organizations>', ''), /broken at line \d+/],
    ['wrong bytes', Buffer.from(good.replace('Lesson', '\xff\xfe'), 'latin1'), /other bytes/],
    ['an unknown encoding', good.replace('UTF-8', 'ebcdic-xx'), /ebcdic-xx/],
    [
      'another kind of manifest',
      good
        .replace('1.2</schemaversion>', '1.3.0</schemaversion>')
        .replace(/adlcp_rootv1p2/, 'x')
        .replace('1.3.0', '9'),
      /does not say/,
    ],
    [
      'no organization',
      good.replace(/<organizations[\s\S]*<\/organizations>/, '<organizations/>').replace(/"sco"/gi, '"asset"'),
      /no organization/,
    ],
    ['no item to open', manifestOf('1.2', [{ id: 'a', title: 'A heading' }]), /no item that can be opened/],
    ['an item that is missing', manifestOf('1.2', [{ ...one, href: 'b.html' }]), /“Lesson” opens “b\.html”/],
    [
      'an item elsewhere',
      manifestOf('1.2', [{ ...one, href: 'https://evil.example/a.html' }]),
      /outside of the package/,
    ],
    [
      'an item that leads out',
      manifestOf('1.2', [{ ...one, href: '../../a.html?%2e%2e' }]).replace('../../a', '../../b'),
      /not in the package/,
    ],
    ['a script as item', manifestOf('1.2', [{ ...one, href: 'javascript:alert(1)' }]), /outside of the package/],
    ['two items of one name', manifestOf('1.2', [one, one]), /Two items/],
    [
      'two SCOs of one name without an organization',
      manifestOf(
        '1.2',
        ['x', 'y'].map((end) => ({ ...one, id: 'a'.repeat(200) + end })),
      ).replace(/<organizations[\s\S]*<\/organizations>/, '<organizations/>'),
      /Two items/,
    ],
    ['an item without its resource', good.replace('identifierref="r-a"', 'identifierref="r-b"'), /“r-b”/],
    [
      'items without end',
      good.replace('</organization>', `${'<item>'.repeat(30)}${'</item>'.repeat(30)}</organization>`),
      /nested/,
    ],
    ['rules that multiply', multiplied(), /more than 1 MB of items, rules and objectives/],
    [
      'a long address',
      manifestOf('1.2', [{ ...one, href: `a.html?${'x'.repeat(2000)}` }]),
      /address of more than 2000/,
    ],
    ['many items', good.replace('</organization>', `${'<item/>'.repeat(600)}</organization>`), /more than 500 items/],
  ])('%s', async (what, content, sentence) => {
    const zip =
      what === 'a manifest in a folder'
        ? rawZip([{ name: 'p/imsmanifest.xml', content: good }])
        : withManifest(content);
    await expect(read(zip)).rejects.toThrow(sentence);
  });

  test('packages of other kinds', async () => {
    await expect(read(rawZip([{ name: 'cmi5.xml', content: '' }]))).rejects.toThrow(/cmi5/);
    await expect(read(rawZip([{ name: 'tincan.xml', content: '' }]))).rejects.toThrow(/Tin Can/);
    await expect(read(rawZip([{ name: 'course.au', content: '' }]))).rejects.toThrow(/AICC/);
    await expect(read(rawZip([page]))).rejects.toThrow(/no imsmanifest\.xml/);
  });
});

/** `npm run soak -- packages` reads a thousand, as the program does. */
const count = Number(process.env.DAMAGED_PACKAGES ?? 60);
const seed = Number(process.env.SEED ?? 1);

test(`${count} damaged packages are read or refused with a sentence; in the long run in time, and memory stays`, async () => {
  const isLong = count > 100;
  const inspectOne = isLong
    ? inspector<unknown, Parameters<typeof inspect>[0]>(new URL('./package-inspection.ts', import.meta.url), {
        turns: fairTurns(1, 'damaged packages'),
        bounds: { seconds: 15, megabytes: 400 },
      })
    : inspect;
  const sound = [scormPackage('1.2'), scormPackage('2004 3rd Edition')];
  // the manifest alone is damaged as well: a damaged ZIP seldom gets as far
  const manifests = (['1.2', '2004 4th Edition'] as const).map((edition) => Buffer.from(manifestOf(edition, [one])));
  const below = numbers(seed);
  const outcomes = { read: 0, refused: 0, longest: 0 };
  const before = process.memoryUsage().rss;
  const path = join(folder, 'damaged.zip');
  for (let i = 0; i < count; i += 1) {
    const half = (i >> 1) % 2;
    const zip =
      i % 2 === 0
        ? damaged(sound[half] ?? Buffer.alloc(0), below)
        : withManifest(damaged(manifests[half] ?? Buffer.alloc(0), below));
    await writeFile(path, zip);
    const began = performance.now();
    await inspectOne({ path, into: `${path}.new` }).then(
      () => {
        outcomes.read += 1;
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw new Error(`package ${i} of seed ${seed}`, { cause: error });
        expect(error.message).toMatch(/^[A-Z“i].*\.$/s);
        outcomes.refused += 1;
      },
    );
    outcomes.longest = Math.max(outcomes.longest, performance.now() - began);
    await rm(`${path}.new`, { force: true });
  }
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  expect(outcomes.read + outcomes.refused).toBe(count);
  if (isLong) {
    console.log(
      `${outcomes.read} read, ${outcomes.refused} refused, the longest in ${Math.round(outcomes.longest)} ms; memory grew by ${Math.round(grown)} MB`,
    );
    expect(outcomes.longest).toBeLessThan(5000);
    expect(grown).toBeLessThan(200);
  }
}, 600_000);
