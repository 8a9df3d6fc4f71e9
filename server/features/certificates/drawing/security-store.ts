import { decodePDFRawStream, PDFArray, PDFDict, type PDFDocument, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';
import type { Evidence } from '../../../platform/time-stamps/authority.ts';

/**
 * Adds to the Document Security Store of a PDF (ISO 32000-2, 12.8.4.3) what it does not have yet. Only the catalog
 * changes.
 */
export function addSecurityStore({ context, catalog }: PDFDocument, { certificates, ocsps, crls }: Evidence): void {
  const store = catalog.lookupMaybe(PDFName.of('DSS'), PDFDict);
  const added = (name: string, ders: readonly Uint8Array[]) => {
    const known = store?.lookupMaybe(PDFName.of(name), PDFArray)?.asArray() ?? [];
    const contents = known.map((ref) => decodePDFRawStream(context.lookup(ref) as PDFRawStream).decode());
    const isKnown = (der: Uint8Array) => contents.some((content) => Buffer.compare(content, der) === 0);
    const unknown = ders.filter((der) => !isKnown(der)).map((der) => context.register(context.flateStream(der)));
    return known.length + unknown.length > 0 && { [name]: [...known, ...unknown] };
  };
  catalog.set(
    PDFName.of('DSS'),
    context.obj({ Type: 'DSS', ...added('Certs', certificates), ...added('OCSPs', ocsps), ...added('CRLs', crls) }),
  );
  // Says that a file of PDF 1.7 contains what is newer (ETSI EN 319 142-1, 5.6).
  const extensions = catalog.lookupMaybe(PDFName.of('Extensions'), PDFDict) ?? context.obj({});
  extensions.set(PDFName.of('ESIC'), context.obj({ BaseVersion: '1.7', ExtensionLevel: 1 }));
  catalog.set(PDFName.of('Extensions'), extensions);
}
