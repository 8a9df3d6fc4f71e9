import { createHash, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { signedWithdrawals } from '@fairlead/contract/certificates/withdrawals';
import { writeCredential } from '@fairlead/contract/proofs/credential';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { selfSignedCertificate } from '../../../platform/keys/academy-certificate.ts';
import { signPdf } from '../drawing/sign-pdf.ts';

// node server/features/certificates/testing/write-signed-certificate.ts: writes the signed PDF that component tests
// check, with the public halves of its keys, and one that is a scan. The private halves are forgotten.

const at = new Date('2026-09-05T09:00:00Z');
const facts = generateKeyPairSync('ed25519');
const x = String(facts.publicKey.export({ format: 'jwk' }).x);
const keyId = createHash('sha256').update(x).digest().subarray(0, 8).toString('base64url');
const number = 'FMA-2026-ABCDEFGHJKLMN';
const code = writeCredential(
  {
    number,
    name: 'Asha Kumar',
    courseTitle: 'Muster and Rafts',
    issuedOn: '2026-09-05',
    expiresOn: '2046-09-04',
    cdcNumber: 'MUM 123456',
    indosNumber: '21GL4839',
    gradeNumber: 'II/4',
    signedAt: at.getTime() / 1000,
  },
  keyId,
  (message) => sign(null, message, facts.privateKey),
);

const document = await PDFDocument.create({ updateMetadata: false });
const page = document.addPage([400, 280]);
page.drawText('Certificate of Asha Kumar', { x: 40, y: 200 });
const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [40, 40, 90, 90] });
link.set(PDFName.of('A'), document.context.obj({ S: 'URI', URI: PDFString.of(`https://academy.example/C#${code}`) }));
page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]));
const sheet = Buffer.from(await document.save({ useObjectStreams: false }));

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const own = await selfSignedCertificate(privateKey, 'Fairlead Maritime Academy', new Date('2026-09-01'));
const identity = { privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), certificates: [own] };
const pdf = await signPdf(sheet, { identity, signer: 'Fairlead Maritime Academy', place: 'Mumbai', at });

const picture = await QRCode.toBuffer(number, { scale: 4 });
const scan = await PDFDocument.create({ updateMetadata: false });
scan.addPage([400, 280]).drawImage(await scan.embedJpg(await sharp(picture).jpeg().toBuffer()), { x: 40, y: 40 });

const list = { asOf: '2026-09-05T09:30:00.000Z', nextUpdate: '2099-01-01T00:00:00.000Z', withdrawn: [] };
const certificate = new X509Certificate(own);
const period = { validFrom: '2026-09-01T00:00:00.000Z', validUntil: null };
const written = {
  pdf: pdf.toString('base64'),
  scan: Buffer.from(await scan.save({ useObjectStreams: false })).toString('base64'),
  keys: {
    asOf: '2026-09-05T09:30:00.000Z',
    keys: [{ id: keyId, key: x, ...period }],
    pdfSigners: [
      {
        subject: certificate.subject,
        fingerprint: certificate.fingerprint256,
        certificate: certificate.raw.toString('base64'),
        issuers: [],
        ...period,
      },
    ],
  },
  withdrawals: {
    ...list,
    keyId,
    signature: sign(null, signedWithdrawals(list, 1), facts.privateKey).toString('base64url'),
  },
};
writeFileSync(
  new URL('../../../../web/testing/signed-certificate.json', import.meta.url),
  `${JSON.stringify(written, undefined, 2)}\n`,
);
