import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip, and what is said of it that is not so. */
export type RawEntry = {
  name: string;
  content: string | Buffer;
  /** How its content is stored; deflated by default. */
  method?: 'stored' | 'deflated';
  /** The upper half of its attributes: 0o100644 for a file, 0o120777 for a link. */
  mode?: number;
  flags?: number;
  /** The name before its content, if it differs from the one in the directory. */
  localName?: string;
  /** Another name in the extra field for names in Unicode (0x7075), which counts more than the one in the directory. */
  unicodeName?: string;
  /**
   * What the extra field for ZIP64 (0x0001) says of its unpacked size; `sizeBytes` has to be 0xffffffff for it to
   * count.
   */
  zip64Bytes?: bigint;
  /** What the directory says of its place, its unpacked size, or its method. */
  offset?: number;
  sizeBytes?: number;
  methodNumber?: number;
  checksum?: number;
};

type Parts = { before?: Buffer; after?: Buffer; entries?: number };

/** A zip whose headers may contradict its content, for tests of what is refused. */
export function rawZip(
  entries: readonly RawEntry[],
  { before = Buffer.alloc(0), after, entries: count }: Parts = {},
): Buffer {
  const locals: Buffer[] = [before];
  const directory: Buffer[] = [];
  let at = before.length;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const data = entry.method === 'stored' ? content : deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE((entry.flags ?? 0) | 0x800, 2);
    facts.writeUInt16LE(entry.methodNumber ?? (entry.method === 'stored' ? 0 : 8), 4);
    facts.writeUInt32LE(entry.checksum ?? crc32(content), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(entry.sizeBytes ?? content.length, 18);
    const local = Buffer.from(facts);
    local.writeUInt16LE(localName.length, 22);
    const extra = Buffer.concat([
      ...(entry.unicodeName === undefined ? [] : [unicodeField(name, entry.unicodeName)]),
      ...(entry.zip64Bytes === undefined ? [] : [zip64Field(entry.zip64Bytes)]),
    ]);
    facts.writeUInt16LE(name.length, 22);
    facts.writeUInt16LE(extra.length, 24);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), local, localName, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(entry.offset ?? at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, rest, name, extra);
    at += 30 + localName.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count ?? entries.length, 8);
  end.writeUInt16LE(count ?? entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end, after ?? Buffer.alloc(0)]);
}

function unicodeField(name: Buffer, unicodeName: string): Buffer {
  const other = Buffer.from(unicodeName);
  const field = Buffer.alloc(9 + other.length);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + other.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(name), 5);
  other.copy(field, 9);
  return field;
}

function zip64Field(bytes: bigint): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(bytes, 4);
  return field;
}
