export type ByteRange = { first: number; last: number };

/**
 * The single range of bytes that a `Range` header requests (RFC 9110, 14.1.2), both ends included.
 *
 * @returns undefined when the whole is to be sent: no header, one that is not understood, or several ranges, which
 *   a server may always answer with the whole; 'unsatisfiable' when the range starts beyond the end.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const wanted = Math.min(Number(to), size);
    return wanted === 0 ? 'unsatisfiable' : { first: size - wanted, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
