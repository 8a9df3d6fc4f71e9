import { expect, test } from 'vitest';
import { badgeTextIn, chunkKeyword, pngSignature } from './baked.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A chunk of a PNG; nobody reads its checksum here. */
function chunk(type: string, content: Uint8Array): Uint8Array {
  const made = new Uint8Array(12 + content.length);
  new DataView(made.buffer).setUint32(0, content.length);
  made.set(bytes(type), 4);
  made.set(content, 8);
  return made;
}
const png = (...chunks: readonly Uint8Array[]) =>
  new Uint8Array([...pngSignature, ...chunks.flatMap((one) => [...one])]);

const header = chunk('IHDR', new Uint8Array(13));
const end = chunk('IEND', new Uint8Array(0));
const text = (keyword: string, said: string, compression = '\0') =>
  chunk('iTXt', bytes(`${keyword}\0${compression}\0en\0badge\0${said}`));
const badge = text(chunkKeyword, ' aaa.bbb.ccc\n');

test.each([
  ['before its end', png(header, badge, end)],
  ['behind another text', png(header, text('Title', 'A course'), badge, end)],
  ['without a last chunk', png(header, badge)],
])('the badge in a PNG is found %s', (_, file) => {
  expect(badgeTextIn(file)).toBe('aaa.bbb.ccc');
});

test.each([
  ['has none', png(header, text('Title', 'A course'), end)],
  ['has a compressed one', png(header, text(chunkKeyword, 'aaa.bbb.ccc', '\x01'), end)],
  ['has one without its fields', png(header, chunk('iTXt', bytes(`${chunkKeyword}\0\0\0en`)), end)],
  ['has a chunk without a keyword', png(header, chunk('iTXt', bytes('aaa')), end)],
  ['is cut within the checksum of the badge', png(header, badge).subarray(0, -2)],
  ['is cut within the length of a chunk', png(header, end.subarray(0, 3))],
])('a PNG that %s has no badge', (_, file) => {
  expect(badgeTextIn(file)).toBeUndefined();
});

test.each([
  ['a signed text', 'ePN.bbb.ccc'],
  ['JSON', '{"id": "urn:uuid:1"}'],
])('a badge as %s is the file itself', (_, said) => {
  expect(badgeTextIn(bytes(` ${said}\n`))).toBe(said);
});

const svg = (tag: string) => bytes(`<svg xmlns="http://www.w3.org/2000/svg">${tag}<rect/></svg>`);

test.each([
  [
    'a CDATA section',
    '<openbadges:credential xmlns:openbadges="x"> <![CDATA[ {"a":1} ]]></openbadges:credential>',
    '{"a":1}',
  ],
  ['an attribute', '<openbadges:credential verify="aaa.bbb.ccc"/>', 'aaa.bbb.ccc'],
])('the badge in an SVG is found in %s', (_, tag, found) => {
  expect(badgeTextIn(svg(tag))).toBe(found);
});

test.each([
  ['does not end', '<openbadges:credential'.padEnd(30)],
  ['is empty', '<openbadges:credential></openbadges:credential>'],
  ['has a section that does not end', '<openbadges:credential><![CDATA[ {} </openbadges:credential>'],
  ['ends within its section', '<openbadges:credential><![CDATA[ {} </openbadges:credential> ]]>'],
  ['is followed by a section of something else', '<openbadges:credential/><style><![CDATA[ p {} ]]></style>'],
])('an SVG whose tag %s has no badge', (_, tag) => {
  const cut = tag.trimEnd() === '<openbadges:credential' ? bytes(`<svg ${tag}`) : svg(tag);
  expect(badgeTextIn(cut)).toBeUndefined();
});

test('any other file has no badge', () => {
  expect(badgeTextIn(bytes('A letter to the academy'))).toBeUndefined();
});
