import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { PdfIdentity } from '../../../platform/keys/keys.ts';

/**
 * The identity, signer, place and time of a PDF's signature; and the proof that the public log contains the certificate,
 * which is attached to the file.
 */
export type PdfSigning = { identity: PdfIdentity; signer: string; place: string; at: Date; logProof?: string };

/** Space for the signature in addition to its certificates, in bytes: an RSA key of 4096 bits needs some 1,200. */
const signatureBytes = 3_000;
/** Without the pauses that the library makes to keep a web page responsive: this runs in its own thread. */
const parseSpeed = ParseSpeeds.Fastest;
const widest = 9_999_999_999;

/**
 * Signs a PDF as PAdES B-B (ETSI EN 319 142-1): a detached CMS signature over every byte of the file except its own
 * place. It certifies the file and permits no change (DocMDP, ISO 32000-1, 12.8.2.2): a reader that evaluates it reports
 * a revision that somebody appends. The original bytes do not change; the signature is appended as an incremental update and is not
 * visible on the page.
 */
export async function signPdf(pdf: Buffer, signing: PdfSigning): Promise<Buffer> {
  const signer = await signerOf(signing.identity);
  const room = signatureBytes + signer.ders.reduce((sum, { length }) => sum + length, 0);
  const prepared = await withEmptySignature(pdf, signing, room);
  // Searched for in the update only, so that no content of the sheet can be mistaken for the signature's place.
  const open = prepared.indexOf(`<${'0'.repeat(2 * room)}>`, pdf.length);
  const close = open + 2 * room + 2;
  const range = `0 ${open} ${close} ${prepared.length - close}`;
  const blank = `0 ${widest} ${widest} ${widest}`;
  const at = prepared.indexOf(blank, pdf.length);
  if (open < 0 || at < 0) throw new Error('The PDF has no place for its signature');
  prepared.write(range.padEnd(blank.length), at, 'latin1');
  const signed = Buffer.concat([prepared.subarray(0, open), prepared.subarray(close)]);
  const signature = await cmsOver(signed, signer);
  if (signature.length > room) throw new Error(`The signature of ${signature.length} bytes is longer than its place`);
  prepared.write(signature.toString('hex'), open + 1, 'latin1');
  return prepared;
}

/** DocMDP's value for a file of which nothing may change. */
const noChanges = 1;

/** Attaches the proof of the public log as a file that is about the document (AFRelationship Data). */
function attachProof(document: PDFDocument, proof: string, at: Date): void {
  const { context, catalog } = document;
  const bytes = Buffer.from(proof);
  const stream = context.flateStream(bytes, {
    Type: 'EmbeddedFile',
    Subtype: 'text/plain',
    Params: { Size: bytes.length, ModDate: PDFString.fromDate(at) },
  });
  const name = 'certificate.tlog-proof';
  const file = context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(name),
      UF: PDFHexString.fromText(name),
      Desc: PDFHexString.fromText('Proof that the public log of the academy contains this certificate'),
      AFRelationship: 'Data',
      EF: { F: context.register(stream) },
    }),
  );
  catalog.set(PDFName.of('AF'), context.obj([file]));
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict) ?? context.obj({});
  names.set(PDFName.of('EmbeddedFiles'), context.obj({ Names: [PDFString.of(name), file] }));
  catalog.set(PDFName.of('Names'), names);
}

/** The file with an incremental update that contains an invisible, empty signature field. */
async function withEmptySignature(
  pdf: Buffer,
  { signer, place, at, logProof }: PdfSigning,
  room: number,
): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed });
  const update = document.takeSnapshot();
  const { context, catalog } = document;
  const page = document.getPage(0);
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, widest, widest, widest],
      Contents: PDFHexString.of('0'.repeat(2 * room)),
      M: PDFString.fromDate(at),
      Name: PDFHexString.fromText(signer),
      Location: PDFHexString.fromText(place),
      Reason: PDFHexString.fromText('Issued by the academy'),
      Reference: [
        {
          Type: 'SigRef',
          TransformMethod: 'DocMDP',
          TransformParams: { Type: 'TransformParams', V: '1.2', P: noChanges },
        },
      ],
    }),
  );
  const hiddenAndLocked = 2 | 128;
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Academy'),
      // Read by assistive technology (PDF/UA-1, 7.18.1).
      TU: PDFHexString.fromText(`Digital signature of ${signer}`),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      F: hiddenAndLocked,
    }),
  );
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
  page.node.set(PDFName.of('Annots'), context.obj([...annotations, field]));
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
  if (logProof !== undefined) attachProof(document, logProof, at);
  const signaturesExistAndAppendOnly = 1 | 2;
  catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: [field], SigFlags: PDFNumber.of(signaturesExistAndAppendOnly) }),
  );
  update.markRefsForSave([page.ref, context.trailerInfo.Root as PDFRef]);
  const added = await document.saveIncremental(update, { useObjectStreams: false, objectsPerTick: parseSpeed });
  return Buffer.concat([pdf, added]);
}

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};

const sha256 = (bytes: Uint8Array) => new OctetString({ valueHex: createHash('sha256').update(bytes).digest() });
const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] });

/** A detached CMS signature (RFC 5652) with the attributes that CAdES-B requires. */
async function cmsOver(content: Buffer, { key, ders, certificates }: Signer): Promise<Buffer> {
  const own = certificates[0];
  const ownDer = ders[0];
  if (!own || !ownDer) throw new Error('The key for PDFs has no certificate');
  // RFC 5035: identifies the signing certificate, so that another one with the same key cannot be substituted.
  const essCertId = new Sequence({ value: [sha256(ownDer)] });
  const signingCertificate = new Sequence({ value: [new Sequence({ value: [essCertId] })] });
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
            attribute(oid.messageDigest, sha256(content)),
            attribute(oid.signingCertificateV2, signingCertificate),
          ],
        }),
      }),
    ],
    certificates,
  });
  await signedData.sign(key, 0, 'SHA-256', new Uint8Array(content).buffer);
  const info = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

/** An identity in the form that pkijs needs: the key and its certificates, the signer's own first, also DER-encoded. */
type Signer = { key: webcrypto.CryptoKey; ders: Buffer[]; certificates: Certificate[] };

const signers = new Map<string, Promise<Signer>>();

/**
 * Cached, since many certificates are signed with one identity: parsing it each time took a fifth of the signing time.
 */
function signerOf(identity: PdfIdentity): Promise<Signer> {
  const name = [identity.privateKey, ...identity.certificates].join('');
  const known = signers.get(name);
  if (known) return known;
  const signer = readSigner(identity);
  signers.clear(); // A different identity means that the key was rotated.
  signers.set(name, signer);
  return signer;
}

async function readSigner(identity: PdfIdentity): Promise<Signer> {
  const privateKey = createPrivateKey(identity.privateKey);
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' };
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  const ders = identity.certificates.map((pem) => new X509Certificate(pem).raw);
  return {
    key: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    ders,
    certificates: ders.map((der) => Certificate.fromBER(new Uint8Array(der).buffer)),
  };
}
