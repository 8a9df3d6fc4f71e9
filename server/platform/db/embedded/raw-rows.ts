import { isAscii } from 'node:buffer';

/**
 * Rows as the database sent them, messages of PostgreSQL's protocol. They pass from thread to thread as bytes: an array
 * of texts is copied text by text, which takes longer than to read them.
 */
export type RawRows = Uint8Array<ArrayBuffer>;

/** A row as texts; null for NULL. */
export type TextRow = (string | null)[];

const dataRow = 'D'.charCodeAt(0);
/** A message is its kind, one byte, and its length, four bytes that count themselves. */
const head = 5;
/** A part of a longer text would keep the whole text in memory. */
const cutUpTo = 64 * 1024;

/** Splits the messages of an answer into rows and all others. */
export function splitAnswer(answer: Buffer): { rows: RawRows; others: Buffer[] } {
  const parts = { rows: [] as Buffer[], others: [] as Buffer[] };
  let begun = 0;
  let isOfRows = false;
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    const isRow = answer[at] === dataRow;
    if (isRow === isOfRows) continue;
    if (at > begun) parts[isOfRows ? 'rows' : 'others'].push(answer.subarray(begun, at));
    begun = at;
    isOfRows = isRow;
  }
  if (answer.length > begun) parts[isOfRows ? 'rows' : 'others'].push(answer.subarray(begun));
  return { rows: joined(parts.rows), others: parts.others };
}

/** The rows as texts. */
export function readRows(raw: RawRows): TextRow[] {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const cut = textIn(bytes);
  const rows: TextRow[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    const count = bytes.readInt16BE(at + head);
    const row: TextRow = new Array(count);
    at += head + 2;
    for (let column = 0; column < count; column += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      row[column] = length < 0 ? null : cut(at, at + length);
      if (length > 0) at += length;
    }
    rows.push(row);
    at = end;
  }
  return rows;
}

/** Texts as rows of the database. */
export function writeRows(rows: readonly TextRow[]): RawRows {
  const messages = rows.map((row) => {
    const values = row.map((text) => (text === null ? null : Buffer.from(text)));
    const size = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), 2 + 4);
    const message = Buffer.alloc(1 + size);
    message[0] = dataRow;
    message.writeInt32BE(size, 1);
    message.writeInt16BE(row.length, head);
    let at = head + 2;
    for (const value of values) {
      message.writeInt32BE(value?.length ?? -1, at);
      at += 4;
      if (value) at += value.copy(message, at);
    }
    return message;
  });
  return joined(messages);
}

function joined(parts: readonly Buffer[]): RawRows {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}

/** The text between two places of some bytes. To cut it from one text costs a tenth of decoding it. */
function textIn(bytes: Buffer): (from: number, to: number) => string {
  if (bytes.length > cutUpTo || !isAscii(bytes)) return (from, to) => bytes.toString('utf8', from, to);
  const text = bytes.toString('latin1');
  return (from, to) => text.slice(from, to);
}
