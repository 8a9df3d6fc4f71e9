/**
 * Adds the claim of PDF/UA-1 to a sheet that the compiler has validated as PDF/A-3a, since the compiler claims one
 * standard at a time: the identification in the XMP metadata, with the description that PDF/A requires of every schema
 * that it does not know, and the wish that a reader shows the title. Both are in the last two objects that the compiler
 * writes, so that only these and their places in the cross-reference table change. Throws an Error if they are not.
 */
export function claimAccessibility(sheet: Buffer): Buffer {
  const end = sheet.toString('latin1', sheet.length - 40);
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(end)?.[1]);
  const table = sheet.toString('latin1', tableAt);
  const [metadataAt = 0, catalogAt = 0] = [...table.matchAll(/^(\d{10}) 00000 n/gm)]
    .slice(-2)
    .map(([, at]) => Number(at));
  const metadata = sheet.toString('utf8', metadataAt, catalogAt);
  const catalog = sheet.toString('latin1', catalogAt, tableAt);
  const claimed = metadata
    .replace('</rdf:Bag></pdfaExtension:schemas>', `${describedSchema}$&`)
    .replace('<pdfaid:part>', `${identification}$&`);
  const added = describedSchema.length + identification.length;
  const shown = catalog.replace(/\/ViewerPreferences <<\n/, '$&    /DisplayDocTitle true\n');
  if (claimed.length !== metadata.length + added || shown === catalog)
    throw new Error('The PDF has no place for its claim');
  const body = Buffer.concat([
    sheet.subarray(0, metadataAt),
    Buffer.from(claimed.replace(/(?<=\/Length )\d+/, (length) => `${Number(length) + added}`)),
  ]);
  const newTableAt = body.length + shown.length;
  const offset = (at: number) => `${at}`.padStart(10, '0');
  const newTable = table
    .replace(offset(catalogAt), offset(body.length))
    .replace(/(?<=startxref\n)\d+/, `${newTableAt}`);
  return Buffer.concat([body, Buffer.from(shown + newTable, 'latin1')]);
}

const namespace = 'http://www.aiim.org/pdfua/ns/id/';
const identification = `<pdfuaid:part xmlns:pdfuaid="${namespace}">1</pdfuaid:part>`;

/** PDF/A's description of the schema of PDF/UA's identification (ISO 19005-3, 6.6.2.3.3). */
const describedSchema = [
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>',
  `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>`,
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>Part of ISO 14289 to which the document conforms</pdfaProperty:description>',
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType></rdf:li></rdf:Seq>',
  '</pdfaSchema:property></rdf:li>',
].join('');
