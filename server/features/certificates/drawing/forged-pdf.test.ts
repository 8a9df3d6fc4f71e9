import { PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { checkPdf, type PdfSources } from '../../../../web/app/features/certificates/pdf/check-pdf.ts';
import type { RegisteredCertificate } from '../../../../web/app/features/certificates/wire.ts';
import { asOf, certifiedPdf, facts, keysWith, published, sourcesOf } from '../testing/certified-pdf.ts';
import { rootOf, withAnnotation, withRevision, withSecurityStore, withTimeStamp } from '../testing/changed-pdf.ts';
import { signatureIn } from '../testing/pdf-signature.ts';
import { pdfSigning } from '../testing/pdf-signing.ts';
import { signPdf } from './sign-pdf.ts';

const { sheet, signing, signed } = await certifiedPdf();
const entry = { ...facts, status: 'issued' } as unknown as RegisteredCertificate;
const check = (pdf: Uint8Array, changes: Partial<PdfSources> = {}) =>
  checkPdf(new Blob([Uint8Array.from(pdf)]), { ...sourcesOf(signing), register: async () => entry, ...changes });
const signer = { name: 'Fairlead Maritime Academy', fingerprint: published(signing).fingerprint };
const changesOf = async (pdf: Uint8Array) => {
  const answer = await check(pdf);
  return answer.verdict === 'appended' ? answer.changes : answer.verdict;
};

// shows: threats/forged-pdf
describe('a PDF that is not as the academy signed it', () => {
  test('is altered with any byte changed', async () => {
    const { length, again } = signatureIn(signed);
    for (const at of [40, Math.floor(sheet.length / 2), length - 400, again + 3, signed.length - 9]) {
      const changed = Buffer.from(signed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await check(changed), `byte ${at}`).toEqual({ verdict: 'altered' });
    }
  });

  test('was signed by somebody else in the academy’s name', async () => {
    const theirs = await pdfSigning();
    const fingerprint = published(theirs).fingerprint;
    const answer = { verdict: 'stranger', signer: { ...signer, fingerprint }, seen: asOf };
    expect(await check(await signPdf(sheet, theirs))).toEqual(answer);
    // also on top of the academy's signature, whose bytes were changed
    const forged = Buffer.from(signed);
    forged[40] = 0;
    expect(await check(forged)).toEqual({ verdict: 'altered' });
  });

  test('was signed with a key of the academy when it was not in force', async () => {
    for (const period of [{ validUntil: '2026-11-19T00:00:00.000Z' }, { validFrom: '2026-11-21T00:00:00.000Z' }]) {
      const keys = async () => keysWith(published(signing, period));
      expect(await check(signed, { keys })).toEqual({ verdict: 'out-of-time', signer });
    }
    const early = await signPdf(sheet, { ...signing, at: new Date('2026-11-19T00:00:00Z') }); // before its certificate
    expect(await check(early)).toEqual({ verdict: 'out-of-time', signer });
  });

  test('says what was changed by a revision that was appended', async () => {
    const redrawn = await withRevision(signed, (document, save) => {
      const { context } = document;
      const page = document.getPage(0);
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream('BT (Chief Mate) Tj ET')));
      save(page.ref);
    });
    const overwritten = await withRevision(signed, (document, save) => {
      const ref = document.getPage(0).node.get(PDFName.of('Contents')) as PDFRef;
      document.context.assign(ref, document.context.flateStream('BT (Chief Mate) Tj ET'));
      save(ref);
    });
    const longer = await withRevision(signed, (document, save) => {
      document.addPage();
      save(document.catalog.get(PDFName.of('Pages')) as PDFRef);
    });
    const retitled = await withRevision(signed, (document, save) => {
      document.setTitle('Certificate of Somebody Else');
      save(document.context.trailerInfo.Info as PDFRef);
    });
    const acting = await withRevision(signed, (document, save) => {
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'JavaScript', JS: PDFString.of('1') }));
      save(rootOf(document));
    });
    const attached = await withRevision(signed, (document, save) => {
      document.catalog.set(PDFName.of('AF'), document.context.obj([]));
      save(rootOf(document));
    });
    expect(await changesOf(redrawn)).toEqual([{ what: 'content', page: 1 }]);
    expect(await changesOf(overwritten)).toEqual([{ what: 'content', page: 1 }]);
    expect(await changesOf(longer)).toContainEqual({ what: 'pages' });
    expect(await changesOf(retitled)).toEqual([{ what: 'metadata' }]);
    expect(await changesOf(acting)).toEqual([{ what: 'action' }]);
    expect(await changesOf(attached)).toEqual([{ what: 'attachment' }]);
    for (const [Subtype, what] of [
      ['FreeText', 'note'],
      ['Stamp', 'drawing'],
      ['Highlight', 'mark'],
      ['Link', 'link'],
      ['Widget', 'field'],
      ['Movie', 'annotation'],
    ] as const) {
      expect(await changesOf(await withAnnotation(signed, { Subtype }))).toEqual([{ what, page: 1 }]);
    }
    expect(await check(redrawn)).toMatchObject({ verdict: 'appended', signer });
  });

  test('has a second signature, whatever it covers', async () => {
    const theirs = await pdfSigning();
    const twice = await signPdf(signed, theirs);
    expect(await changesOf(twice)).toContainEqual({ what: 'signature' });
    const again = await signPdf(signed, signing);
    expect(await check(again)).toMatchObject({ verdict: 'appended' });
  });

  test('hides a change in what looks like a time stamp or like revocation data', async () => {
    const visible = await withTimeStamp(signed, { Rect: [0, 0, 500, 500] });
    const drawn = await withTimeStamp(signed, { AP: {} });
    const stored = await withRevision(signed, (document, save) => {
      const { context, catalog } = document;
      const ref = document.getPage(0).node.get(PDFName.of('Contents')) as PDFRef;
      context.assign(ref, context.flateStream('BT (Chief Mate) Tj ET'));
      catalog.set(PDFName.of('DSS'), context.obj({ Certs: [ref] }));
      save(ref, rootOf(document));
    });
    expect(await changesOf(visible)).toContainEqual({ what: 'signature' });
    expect(await changesOf(drawn)).toContainEqual({ what: 'signature' });
    expect(await changesOf(stored)).toEqual([{ what: 'content', page: 1 }]);
  });

  test('has a table that two readers understand differently', async () => {
    const later = (await withSecurityStore(signed)).toString('latin1');
    const added = (change: (text: string) => string) => {
      const revision = change(later.slice(signed.length));
      return Buffer.concat([signed, Buffer.from(revision, 'latin1')]);
    };
    const hidden = '\n1 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n';
    const files: Record<string, Buffer> = {
      'an object that is not in the table': added((text) => hidden + text),
      'an object after the end': added((text) => text + hidden),
      'a comment between objects': added((text) => text.replace('endobj', 'endobj\n%1 0 obj')),
      'a table before another one': added((text) => text.replace(/\/Prev \d+/, '/Prev 9')),
      'a hybrid table': added((text) => text.replace('/Prev', '/XRefStm 9 /Prev')),
      'another catalog': added((text) => text.replace(/\/Root \d+/, '/Root 1')),
      'a table that is elsewhere': added((text) => text.replace(/startxref\n\d+/, 'startxref\n9')),
      'an encrypted rest': added((text) => text.replace('/Prev', '/Encrypt 9 0 R /Prev')),
      'no table': added((text) => text.replace('xref', 'none')),
      'a table as a stream': await withRevision(signed, (document, save) => save(rootOf(document)), {
        useObjectStreams: true,
      }),
      'anything else': added(() => 'anything else'),
    };
    for (const [name, pdf] of Object.entries(files))
      expect(await check(pdf), name).toMatchObject({ verdict: 'appended' });
  });

  test('has a signature that leaves part of the file open', async () => {
    const { length, again } = signatureIn(signed);
    const text = signed.toString('latin1');
    const file = (changed: string) => Buffer.from(changed, 'latin1');
    const range = /\/ByteRange \[ 0 \d+ \d+ \d+ +\]/;
    const place = text.slice(length, again);
    const wider = (by: string) => text.slice(0, again - 1) + by + text.slice(again - 1);
    const files: Record<string, Buffer> = {
      'something after the signature, in its place': file(`${text.slice(0, again - 3)}41${text.slice(again - 1)}`),
      'another string in the place of the signature': file(
        text.slice(0, length) + `${place.slice(0, -12)}>/A <4142>`.padEnd(place.length) + text.slice(again),
      ),
      'no signature': file(`${text.slice(0, length)}<${'0'.repeat(place.length - 2)}>${text.slice(again)}`),
      'no range': file(text.replace(range, (old) => '/ByteRange null'.padEnd(old.length))),
      'a range of nothing': file(text.replace(range, (old) => '/ByteRange [ 0 0 0 0 ]'.padEnd(old.length))),
      'a range beyond the end': file(text.replace(range, (old) => old.replace(/ \d+ {5}/, ' 999999999'))),
      'a range that does not begin at the first byte': file(text.replace(range, (old) => old.replace('[ 0', '[ 1'))),
      'a negative range': file(text.replace(range, (old) => old.replace('[ 0 ', '[ -0 -'))),
    };
    for (const [name, pdf] of Object.entries(files)) {
      expect(['uncovered', 'altered'], name).toContain((await check(pdf)).verdict);
    }
    expect((await check(file(wider('00')))).verdict).not.toBe('signed');
  });

  test('moved the academy’s signature and put other objects in between (signature wrapping)', async () => {
    const { length, again, rest } = signatureIn(signed);
    const text = signed.toString('latin1');
    const injected = '\n1 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n';
    const range = `/ByteRange [ 0 ${length} ${again + injected.length} ${rest} ]`;
    const [first, second] = [text.slice(0, again), text.slice(again)];
    for (const moved of [
      // the range of the academy's file is replaced, and the place of the signature is longer
      first.replace(/\/ByteRange \[[^\]]+\]/, range) + injected + second,
      // a second range, before or after that of the academy
      first + injected + range + second,
      `%PDF-1.7\n${range}\n${first}${injected}${second}`,
    ]) {
      expect(['uncovered', 'altered'], moved.slice(0, 40)).toContain(
        (await check(Buffer.from(moved, 'latin1'))).verdict,
      );
    }
  });
});
