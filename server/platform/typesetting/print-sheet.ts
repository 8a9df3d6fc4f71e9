import type { CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { claimAccessibility } from './claim-accessibility.ts';
import { type CopiedText, decodeCopiedText } from './copied-text.ts';

/**
 * Compiles a sheet to a tagged PDF that the compiler has validated against PDF/A-3a (ISO 19005-3), which implies what
 * PDF/UA-1 requires of a sheet's content, and which claims both. PDF/A allows no character without a
 * glyph: a sheet with such a character is compiled without the claims, and
 * `everyGlyph` is false, because a certificate with a missing-glyph box is better than none. Throws an Error with the
 * compiler's reason for any other problem with the sheet.
 */
export function printSheet(
  compiler: NodeCompiler,
  source: CompileDocArgs,
  copied: CopiedText,
): { pdf: Buffer; everyGlyph: boolean } {
  const compilation = compiler.compile(source);
  if (!compilation.result) {
    throw new Error(`The sheet does not compile: ${JSON.stringify(compilation.takeDiagnostics()?.shortDiagnostics)}`);
  }
  try {
    const pdf = compiler.pdf(compilation.result, { pdfStandard: 'a-3a', pdfTags: true });
    decodeCopiedText(pdf, copied);
    return { pdf: claimAccessibility(pdf), everyGlyph: true };
  } catch (error) {
    if (!(error instanceof Error && isOnlyAboutGlyphs(error.message))) throw error;
    const pdf = compiler.pdf(compilation.result, { pdfTags: true });
    decodeCopiedText(pdf, copied);
    return { pdf, everyGlyph: false };
  }
}

/** The message lists every violation of the standard, one after the other. */
function isOnlyAboutGlyphs(message: string): boolean {
  const [, ...breaches] = message.split('message: "PDF/A-3a error: ');
  return breaches.length > 0 && breaches.every((one) => /^the text [^,]*? could not be displayed/.test(one));
}
