import { crc32 } from 'node:zlib';
import { chunkKeyword, pngSignature, tagName, tagNamespace } from '@fairlead/contract/certificates/open-badges/baked';

/** Bakes a badge into a PNG: as an iTXt chunk, not compressed, behind the header (Open Badges 3.0, 5.3.1). */
export function bakePng(png: Buffer, badge: string): Buffer {
  const afterHeader = pngSignature.length + 12 + png.readUInt32BE(pngSignature.length);
  // keyword, no compression, no language, no translated keyword
  const content = Buffer.concat([Buffer.from(`iTXt${chunkKeyword}\0\0\0\0\0`, 'latin1'), Buffer.from(badge)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, afterHeader), length, content, checksum, png.subarray(afterHeader)]);
}

/** Bakes a badge into an SVG: as the first element, in a CDATA section (5.3.2). */
export function bakeSvg(svg: string, badge: string): string {
  // In JSON a > stands in texts only, where it may be escaped.
  const data = badge.replaceAll(']]>', ']]\\u003e');
  const at = svg.indexOf('>', svg.indexOf('<svg'));
  const tag = `<${tagName}><![CDATA[${data}]]></${tagName}>`;
  return `${svg.slice(0, at)} xmlns:openbadges="${tagNamespace}">${tag}${svg.slice(at + 1)}`;
}
