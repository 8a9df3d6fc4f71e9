import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketLocation } from '../../../settings/services.ts';

/** Where a bucket is, and the key that its calls are signed with. */
type S3Access = Omit<BucketLocation, 'prefix'>;

/** A refusal or failure that the store answered with; `code` is that of its XML, where it has one. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, code: string | undefined) {
    super(`The object store answered ${status}${code ? `, ${code}` : ''}`);
    this.status = status;
    this.code = code;
  }
}

/** A call: the key of an object, empty for the bucket; a time limit in milliseconds, for the body as well. */
export type S3Call = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
  limit: number;
};

function signed(access: S3Access, call: Omit<S3Call, 'limit'>, signQuery: boolean) {
  const { endpoint, bucket, region, keyId: accessKeyId, secret: secretAccessKey } = access;
  const { method = 'GET', key = '', query = {}, headers, body } = call;
  const path = [bucket, ...(key ? key.split('/') : [])].map(encodeURIComponent).join('/');
  const url = new URL(`${endpoint.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signing = { accessKeyId, secretAccessKey, region, service: 's3', signQuery };
  return new AwsV4Signer({
    method,
    url: url.href,
    ...(headers && { headers }),
    body: body as NonNullable<RequestInit['body']>,
    ...signing,
  }).sign();
}

/**
 * Sends a call, and reads its whole answer, since a body that is not read would keep its connection.
 *
 * @throws S3Error for a status that is none of success; what fetch throws, for a lost connection or the time limit
 */
export async function callS3(access: S3Access, call: S3Call): Promise<{ headers: Headers; bytes: Buffer }> {
  const { url, ...request } = await signed(access, call, false);
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(call.limit) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new S3Error(answer.status, /<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1]);
  return { headers: answer.headers, bytes };
}

/** A URL by which anybody can read an object for so many seconds. */
export async function presignedUrl(access: S3Access, key: string, seconds: number, answer: S3Call['query']) {
  const { url } = await signed(access, { key, query: { ...answer, 'X-Amz-Expires': String(seconds) } }, true);
  return url.href;
}

/** The texts of the children of an element, by name. */
export type Fields = Readonly<Record<string, string | undefined>>;

/**
 * The XML of an answer: its root's name and fields, and the root's children in order, each with its name and fields.
 */
export function readAnswer(bytes: Buffer): { name: string; fields: Fields; items: { name: string; fields: Fields }[] } {
  const { root } = parseXml(bytes.toString());
  if (!root) throw new Error('The object store answered without content');
  const elements = ({ children }: XmlElement) => children.filter((child) => child instanceof XmlElement);
  const fieldsOf = (element: XmlElement) => Object.fromEntries(elements(element).map(({ name, text }) => [name, text]));
  const items = elements(root).map((element) => ({ name: element.name, fields: fieldsOf(element) }));
  return { name: root.name, fields: fieldsOf(root), items };
}
