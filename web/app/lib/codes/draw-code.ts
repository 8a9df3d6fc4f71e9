import encodeQR from 'qr';

/** The white modules on every side: more than the four of ISO/IEC 18004, since what surrounds it may be dark. */
const quiet = 6;

/**
 * A QR code as `QrPicture` shows it, of level L: a screen loses no part of a code, and larger modules are read from
 * farther away.
 *
 * @param text in the characters of the alphanumeric mode, which takes 11 bits for two of them.
 */
export function drawCode(text: string): { side: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'low', encoding: 'alphanumeric', border: quiet });
  const path = rows.flatMap((row, y) =>
    darkRuns(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`),
  );
  return { side: rows.length, path: path.join('') };
}

/** Where the dark modules of a row begin and end. */
function darkRuns(row: readonly boolean[]): [number, number][] {
  const edges = row.flatMap((isDark, x) => (isDark === (row[x - 1] ?? false) ? [] : [x]));
  return edges.flatMap((from, index) => (index % 2 === 0 ? [[from, edges[index + 1] ?? row.length]] : []));
}
