import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFPage,
  type PDFPageLeaf,
  PDFRef,
} from '@cantoo/pdf-lib';

const name = PDFName.of;

/**
 * Joins the pages of signed PDFs into one PDF without a signature. A signature covers the bytes of its own file, so
 * that it would be reported as invalid here: signature fields, attachments and evidence are left out. The tags for
 * assistive technology are kept. To be called through `inspector`, since it parses PDFs.
 */
export async function inspect(sheets: readonly Uint8Array[]): Promise<Uint8Array> {
  const whole = await PDFDocument.create();
  const { context, catalog } = whole;
  const tags = context.register(context.obj({ Type: 'StructTreeRoot' }));
  const elements = context.obj([]);
  const document = context.register(context.obj({ Type: 'StructElem', S: 'Document', P: tags, K: elements }));
  const parents = context.obj([]);
  let roles: PDFDict | undefined;
  let nextKey = 0;
  for (const bytes of sheets) {
    const sheet = await PDFDocument.load(bytes, { updateMetadata: false });
    const copier = PDFObjectCopier.for(sheet.context, context);
    for (const page of sheet.getPages()) {
      dropFields(page);
      const ref = copier.copy(page.ref);
      const leaf = context.lookup(ref) as PDFPageLeaf;
      renumber(leaf, nextKey);
      whole.addPage(PDFPage.of(leaf, ref, whole));
    }
    const tree = sheet.catalog.lookupMaybe(name('StructTreeRoot'), PDFDict);
    const keys = tree?.lookupMaybe(name('ParentTree'), PDFDict)?.lookupMaybe(name('Nums'), PDFArray)?.asArray();
    if (!tree || !keys) continue;
    roles ??= copied(copier, tree.lookupMaybe(name('RoleMap'), PDFDict));
    for (const element of topElements(tree)) {
      // Copying goes along every reference: the way up would copy the sheet's own root.
      sheet.context.lookup(element, PDFDict).delete(name('P'));
      const ref = copier.copy(element);
      const part = context.lookup(ref, PDFDict);
      part.set(name('S'), name('Part'));
      part.set(name('P'), document);
      elements.push(ref);
    }
    const firstKey = nextKey;
    for (let at = 0; at + 1 < keys.length; at += 2) {
      const key = firstKey + (keys[at] as PDFNumber).asNumber();
      parents.push(PDFNumber.of(key));
      parents.push(copier.copy(keys[at + 1] as PDFRef));
      nextKey = Math.max(nextKey, key + 1);
    }
    const language = sheet.catalog.get(name('Lang'));
    if (language) catalog.set(name('Lang'), language.clone());
  }
  const root = context.lookup(tags, PDFDict);
  root.set(name('K'), document);
  root.set(name('ParentTree'), context.obj({ Nums: parents }));
  root.set(name('ParentTreeNextKey'), PDFNumber.of(nextKey));
  if (roles) root.set(name('RoleMap'), roles);
  catalog.set(name('StructTreeRoot'), tags);
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
  whole.setTitle('Certificates', { showInWindowTitleBar: true });
  return whole.save();
}

const copied = (copier: PDFObjectCopier, roles: PDFDict | undefined) => roles && copier.copy(roles);

const topElements = (tree: PDFDict): PDFRef[] => {
  const top = tree.get(name('K'));
  if (top instanceof PDFRef) return [top];
  return (tree.lookupMaybe(name('K'), PDFArray)?.asArray() ?? []).filter((one) => one instanceof PDFRef);
};

/** Removes the fields of a page from its annotations; with the last one the signature is no longer part of it. */
function dropFields({ node, doc }: PDFPage): void {
  const annotations = node.lookupMaybe(name('Annots'), PDFArray)?.asArray() ?? [];
  const isField = (one: (typeof annotations)[number]) =>
    doc.context.lookup(one, PDFDict).get(name('Subtype')) === name('Widget');
  node.set(name('Annots'), doc.context.obj(annotations.filter((one) => !isField(one))));
}

/** Moves the keys by which a page and its annotations find their tags. */
function renumber(page: PDFPageLeaf, by: number): void {
  const move = (dict: PDFDict, key: string) => {
    const number = dict.lookupMaybe(name(key), PDFNumber);
    if (number) dict.set(name(key), PDFNumber.of(number.asNumber() + by));
  };
  move(page, 'StructParents');
  const annotations = page.lookupMaybe(name('Annots'), PDFArray);
  for (let index = 0; index < (annotations?.size() ?? 0); index++) {
    move((annotations as PDFArray).lookup(index, PDFDict), 'StructParent');
  }
}
