import type { X509Certificate } from 'node:crypto';
import {
  BasicOCSPResponse,
  Certificate,
  CertificateRevocationList,
  type CRLDistributionPoints,
  type GeneralName,
  type InfoAccess,
  OCSPRequest,
  OCSPResponse,
} from 'pkijs';
import { fetchBounded } from '../fetch-bounded.ts';

/** Evidence that certificates were not revoked, in DER: responses of OCSP (RFC 6960), and lists (RFC 5280, 5). */
export type Revocation = { ocsps: Buffer[]; crls: Buffer[] };

const oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  basicOcsp: '1.3.6.1.5.5.7.48.1.1',
  crlDistributionPoints: '2.5.29.31',
};
/** A response of OCSP has some 2 kB; a list becomes part of every file, so that a longer one is not used. */
const mostBytes = 256 * 1024;
/** By how much clocks may differ, in milliseconds. */
const tolerance = 5 * 60_000;
const good = 0;

const read = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const parsedOf = ({ raw }: X509Certificate): Certificate => Certificate.fromBER(read(raw));

type Asked = { certificate: X509Certificate; issuer: X509Certificate; now: Date };

/**
 * Asks whether a certificate was revoked, at the places that the certificate names: by OCSP, otherwise by its list.
 *
 * @returns nothing of both if the certificate names no place.
 * @throws Error if it was revoked, or no place gives a current and genuine answer.
 */
export async function revocationOf(asked: Asked): Promise<Revocation> {
  const places = placesOf(parsedOf(asked.certificate));
  const ways = [
    ...places.ocsp.map((url) => async () => ({ ocsps: [await ocspOf(url, asked)], crls: [] })),
    ...places.crl.map((url) => async () => ({ ocsps: [], crls: [await crlOf(url, asked)] })),
  ];
  const failures: unknown[] = [];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      failures.push(error);
    }
  }
  if (ways.length === 0) return { ocsps: [], crls: [] };
  const name = asked.certificate.subject.replaceAll('\n', ', ');
  throw new Error(`whether ${name} was revoked is not known: ${failures.map(String).join('; ')}`);
}

const isUrl = ({ type, value }: GeneralName): boolean => type === 6 && /^https?:\/\//.test(String(value));

function placesOf({ extensions = [] }: Certificate): { ocsp: string[]; crl: string[] } {
  const found = (id: string): unknown => extensions.find(({ extnID }) => extnID === id)?.parsedValue;
  const access = (found(oid.authorityInfoAccess) as InfoAccess | undefined)?.accessDescriptions ?? [];
  const points = (found(oid.crlDistributionPoints) as CRLDistributionPoints | undefined)?.distributionPoints ?? [];
  const names = points.flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []));
  return {
    ocsp: access
      .filter(({ accessMethod, accessLocation }) => accessMethod === oid.ocsp && isUrl(accessLocation))
      .map(({ accessLocation }) => String(accessLocation.value)),
    crl: names.filter(isUrl).map(({ value }) => String(value)),
  };
}

async function answerFrom(url: string, request: RequestInit): Promise<Buffer> {
  const { status, bytes } = await fetchBounded(url, request, { mostBytes });
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  if (bytes.length === mostBytes) throw new Error(`${url} answered more than ${mostBytes} bytes`);
  return bytes;
}

function checkCurrent(url: string, now: Date, from: Date, until: Date | undefined): void {
  const isCurrent = from.getTime() <= now.getTime() + tolerance && (until === undefined || until >= now);
  if (!isCurrent) throw new Error(`${url} answered what is not current`);
}

async function ocspOf(url: string, { certificate, issuer, now }: Asked): Promise<Buffer> {
  const [own, above] = [parsedOf(certificate), parsedOf(issuer)];
  const request = new OCSPRequest();
  // What responders expect of the names in a request; nothing is signed with it.
  await request.createForCertificate(own, { hashAlgorithm: 'SHA-1', issuerCertificate: above });
  const bytes = await answerFrom(url, {
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request' },
    body: request.toSchema(true).toBER(),
  });
  const { responseBytes } = OCSPResponse.fromBER(read(bytes));
  if (responseBytes?.responseType !== oid.basicOcsp) throw new Error(`${url} refused`);
  const basic = BasicOCSPResponse.fromBER(responseBytes.response.getValue());
  // An authority that signs by itself does not have to send its certificate.
  basic.certs = [...(basic.certs ?? []), above];
  if (!(await basic.verify({ issuerCerts: [above], trustedCerts: [above] }))) throw new Error(`${url} is forged`);
  const { isForCertificate, status } = await basic.getCertificateStatus(own, above);
  if (!isForCertificate || status !== good) throw new Error(`${url} does not call it good`);
  for (const one of basic.tbsResponseData.responses) checkCurrent(url, now, one.thisUpdate, one.nextUpdate);
  return bytes;
}

async function crlOf(url: string, { certificate, issuer, now }: Asked): Promise<Buffer> {
  const bytes = await answerFrom(url, {});
  const list = CertificateRevocationList.fromBER(read(bytes));
  if (!(await list.verify({ issuerCertificate: parsedOf(issuer) }))) throw new Error(`${url} is forged`);
  checkCurrent(url, now, list.thisUpdate.value, list.nextUpdate?.value);
  if (list.isCertificateRevoked(parsedOf(certificate))) throw new Error(`${url} calls it revoked`);
  return bytes;
}
