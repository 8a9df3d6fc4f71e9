import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';

/** For whom a package is played: a learner with their enrolment, or staff who look at it. */
export type ContentHolder = { accountId: string; enrolmentId: string | undefined; versionId: string };

/**
 * The time of a link, in seconds: to the end of the next day, so that a package that is opened again is not sent again.
 */
const day = 24 * 3600;

const idBytes = 16;
const headBytes = 3 * idBytes + 4;
const none = '00000000-0000-0000-0000-000000000000';

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * Links to packages at the second origin, where nobody is signed in: a token in the path names who plays which version
 * of which package, for which enrolment, and until when. Whether they still may is checked when something is read.
 */
export function contentLinks({ config, clock }: Pick<Platform, 'config' | 'clock'>) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', config.secrets.link, '', 'fairlead package links', 32)));
  const sign = (head: Buffer) => createHmac('sha256', key).update(head).digest();
  const now = () => clock().getTime() / 1000;

  return {
    /** The URL of the page that plays a package; empty where there is no second origin. */
    pageOf({ accountId, enrolmentId = none, versionId }: ContentHolder): string {
      if (!config.content.url) return '';
      const head = Buffer.concat([toBytes(accountId), toBytes(enrolmentId), toBytes(versionId), Buffer.alloc(4)]);
      head.writeUInt32BE((Math.floor(now() / day) + 2) * day, 3 * idBytes);
      return `${config.content.url}/p/${Buffer.concat([head, sign(head)]).toString('base64url')}/`;
    },
    /** The content of a token of ours that has not expired; undefined for any other. */
    read(token: string): ContentHolder | undefined {
      const bytes = Buffer.from(token, 'base64url');
      const head = bytes.subarray(0, headBytes);
      const expected = sign(head);
      const given = bytes.subarray(headBytes);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      if (head.readUInt32BE(3 * idBytes) <= now()) return undefined;
      const [accountId = '', enrolment = '', versionId = ''] = [0, 1, 2].map((i) =>
        toId(head.subarray(i * idBytes, (i + 1) * idBytes)),
      );
      return { accountId, enrolmentId: enrolment === none ? undefined : enrolment, versionId };
    },
  };
}
