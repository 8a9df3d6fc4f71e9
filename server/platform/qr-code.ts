import QRCode from 'qrcode';

/** ISO/IEC 18004 requires a margin of four white modules on every side. */
const quiet = 4;

/**
 * The dark modules as one SVG path in a square of `side` units. One unit is one module, and the quiet zone is included.
 */
export type QrCode = { side: number; path: string };

/**
 * A QR code of level M, which is readable with up to about 15 % of it lost. Throws if the text is too long for a QR
 * code.
 */
export function qrCode(text: string): QrCode {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue;
      const start = x;
      while (x < size && modules.get(y, x)) x++;
      path += `M${start + quiet} ${y + quiet}h${x - start}v1h${start - x}z`;
    }
  }
  return { side: size + 2 * quiet, path };
}

/** A QR code as a complete SVG document, dark on white. */
export function qrSvg(text: string): string {
  const { side, path } = qrCode(text);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
    `<path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`,
  ].join('');
}
