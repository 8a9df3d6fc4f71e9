import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY: number = 1009;

type Parser = (text: string) => unknown;

/** int8 and numeric as a number. @throws RangeError for an integer that a number cannot represent exactly */
function exactNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`${text} is too large for a number without loss`);
  }
  return number;
}

const longestInUtc = '2026-11-20 06:30:00.123456+00'.length;
const parsedTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => unknown;

/**
 * A time as a Date, an invalid one for `infinity`, which the driver's parser makes a number. A time as the database
 * writes it in UTC, such as `2026-11-20 06:30:00.25+00`, needs no regular expressions, which take twice as long.
 */
function time(text: string): Date {
  if (text[4] === '-' && text[10] === ' ' && text.length <= longestInUtc && text.endsWith('+00'))
    return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  const parsed = parsedTime(text);
  return parsed instanceof Date ? parsed : new Date(Number.NaN);
}

const textArray = pg.types.getTypeParser(TEXT_ARRAY, 'text') as (text: string) => (string | null)[];
const numberArray = (text: string) => textArray(text).map((item) => (item === null ? null : exactNumber(item)));

const ours: Readonly<Record<number, Parser>> = {
  [INT8]: exactNumber,
  [NUMERIC]: exactNumber,
  // a calendar date has no time zone, so it never becomes a Date
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: time,
  [INT8_ARRAY]: numberArray,
  [NUMERIC_ARRAY]: numberArray,
  [DATE_ARRAY]: textArray,
};

/**
 * The parser for columns of a type. Both engines use it, which keeps their types equal: int8 and numeric → number, date
 * → 'YYYY-MM-DD', timestamptz → Date, jsonb → parsed, bytea → Buffer, uuid → string.
 */
export function parserOf(typeId: number): Parser {
  return ours[typeId] ?? (pg.types.getTypeParser(typeId, 'text') as Parser);
}

/** The same for the server's driver, which looks parsers up by type and format. Only text is ever requested. */
export const serverTypes: pg.CustomTypesConfig = {
  getTypeParser: ((typeId: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(typeId, 'binary') : parserOf(typeId)) as typeof pg.types.getTypeParser,
};

/**
 * A parameter as the text that PostgreSQL reads, by the rules of the server's driver: an array becomes an array literal
 * (a jsonb array is written with JSON.stringify), any other object becomes JSON.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayLiteral(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (Array.isArray(item)) return arrayLiteral(item);
    const text = parameterText(item);
    return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${texts.join(',')}}`;
}
