import { createHash, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import {
  certificateChain,
  drawAction,
  type LoggedKind,
  loggedFacts,
} from '../../server/features/certificates/certificate-log.ts';
import { auditChain, eventFacts } from '../../server/platform/audit/chain.ts';
import { firstHash, hashOf, salted } from '../../server/platform/chain/link.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { transaction } from '../../server/platform/db/database.ts';
import { growTree } from '../../server/platform/transparency/tree.ts';
import { nthId } from './multitude.ts';

const atOnce = 10_000;
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** What every certificate of the register states alike. */
const alike = {
  birthDate: '1990-05-17',
  passportNumber: 'N1234567',
  cdcNumber: 'C123',
  indosNumber: '21GL1234',
  gradeNumber: 'G123',
  courseTitle: 'Survival Craft',
  regulations: 'STCW VI/2-1',
  subjects: ['Launching'],
  issuedOn: '2026-01-05',
  expiresOn: '2031-01-04',
  heldTo: '',
  approvedBy: '',
  approvalNumber: '',
  boundTo: '',
  ownScriptName: '',
};

type Event = { at: Date; kind: LoggedKind; certificate: number };

/** One certificate in eight was replaced by the next one, one in sixteen was revoked. */
const standingOf = (n: number) => (n % 8 === 1 ? 'superseded' : n % 16 === 4 ? 'revoked' : 'issued');
const numberOf = (n: number) => `FMA-2026-${digest(String(n)).slice(0, 13).toUpperCase()}`;
const nameOf = (n: number) => `Asha Nair ${n}`;

/**
 * Fills an empty database with a register of certificates, each with its PDF, its entries in the public log, and the
 * event of the audit that recorded the digests; chains both logs, and makes the public log's tree. Rows are written
 * without the checks of foreign keys and without the people, courses and attempts that nothing here reads.
 *
 * @param client a connection whose user may do without these checks.
 */
export async function addRegister({ client, db }: { client: Client; db: Db }, certificates: number): Promise<void> {
  await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
  const start = new Date('2026-01-05T00:00:00Z').getTime();
  const at = (n: number) => new Date(start + n);
  const heads = { certificates: { size: 0, hash: firstHash }, audit: { size: 0, hash: firstHash } };
  const append = (name: keyof typeof heads, link: { at: Date; content: string[]; digest: string }) => {
    const head = heads[name];
    head.size += 1;
    head.hash = hashOf({ ...link, index: head.size }, head.hash);
    return head;
  };
  for (let first = 0; first < certificates; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, certificates - first) }, (_, index) => first + index);
    const logIds = new Map(some.map((n) => [n, randomUUID()]));
    await client.query(
      `insert into certificate (id, number, log_id, name, account_id, enrolment_id, attempt_id, status, revoked_at,
         revocation_reason, superseded_at, superseded_by, supersession, pdf_file_id, code_digest, course_id, email,
         percentage, created_at, birth_date, passport_number, cdc_number, indos_number, grade_number, course_title,
         regulations, subjects, issued_on, expires_on)
       select *, $16::uuid, 'asha@example.org', 80, now(), '1990-05-17', 'N1234567', 'C123', '21GL1234', 'G123',
         'Survival Craft', 'STCW VI/2-1', '["Launching"]', '2026-01-05', '2031-01-04'
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[],
         $9::timestamptz[], $10::text[], $11::timestamptz[], $12::uuid[], $13::text[], $14::uuid[], $15::text[])`,
      [
        some.map((n) => nthId('certificate', n)),
        some.map(numberOf),
        some.map((n) => logIds.get(n)),
        some.map(nameOf),
        some.map((n) => nthId('account', standingOf(n) === 'superseded' ? n + 1 : n)),
        some.map((n) => nthId('enrolment', n)),
        some.map((n) => nthId('attempt', n)),
        some.map(standingOf),
        some.map((n) => (standingOf(n) === 'revoked' ? at(n + 1) : null)),
        some.map((n) => (standingOf(n) === 'revoked' ? 'Error' : null)),
        some.map((n) => (standingOf(n) === 'superseded' ? at(n + 1) : null)),
        some.map((n) => (standingOf(n) === 'superseded' ? nthId('certificate', n + 1) : null)),
        some.map((n) => (standingOf(n) === 'superseded' ? 'renewal' : null)),
        some.map((n) => nthId('file', n)),
        some.map((n) => digest(`code ${n}`)),
        nthId('course', 0),
      ],
    );
    await client.query(
      `insert into stored_file (id, folder, filename, content_type, size_bytes, sha256)
       select id, 'certificate', id || '.pdf', 'application/pdf', 1, sha256
       from unnest($1::uuid[], $2::text[]) pdf (id, sha256)`,
      [some.map((n) => nthId('file', n)), some.map((n) => digest(`pdf ${n}`))],
    );
    const events = some.flatMap((n): Event[] => {
      const standing = standingOf(n);
      const end = standing === 'superseded' ? 'supersede' : standing === 'revoked' ? 'revoke' : undefined;
      const issue: Event = { at: at(n), kind: 'issue', certificate: n };
      return end ? [issue, { at: at(n + 1), kind: end, certificate: n }] : [issue];
    });
    const logged = events.map((event) => {
      const { certificate: n, kind } = event;
      const subject = logIds.get(n) ?? '';
      const facts = loggedFacts(kind, { number: numberOf(n), name: nameOf(n), ...alike });
      const secret = salted(facts);
      return {
        ...event,
        ...secret,
        subject,
        ...append('certificates', { ...event, ...secret, content: [kind, subject] }),
      };
    });
    await client.query(
      `insert into certificate_event (at, kind, certificate_id, subject, salt, digest, seal_index, seal_hash)
       select * from unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::bigint[],
         $8::text[])`,
      [
        ...[logged.map((one) => one.at), logged.map((one) => one.kind)],
        ...[logged.map((one) => nthId('certificate', one.certificate)), logged.map((one) => one.subject)],
        ...[logged.map((one) => one.salt), logged.map((one) => one.digest)],
        ...[logged.map((one) => one.size), logged.map((one) => one.hash)],
      ],
    );
    const drawn = some.map((n) => {
      const details = { pdf: digest(`pdf ${n}`), code: digest(`code ${n}`) };
      const event = {
        actorId: null,
        action: drawAction,
        subjectKind: 'certificate',
        subjectId: nthId('certificate', n),
      };
      const secret = salted(eventFacts({ ...event, details, address: null, device: null }));
      return {
        ...secret,
        subject: event.subjectId,
        details,
        at: at(n),
        ...append('audit', { at: at(n), ...secret, content: [] }),
      };
    });
    await client.query(
      `insert into audit_event (action, subject_kind, subject_id, details, at, salt, digest, seal_index, seal_hash)
       select $8, 'certificate', subject, details, at, salt, digest, seal_index, seal_hash
       from unnest($1::text[], $2::jsonb[], $3::timestamptz[], $4::text[], $5::text[], $6::bigint[], $7::text[])
         drawn (subject, details, at, salt, digest, seal_index, seal_hash)`,
      [
        ...[
          drawn.map((one) => one.subject),
          drawn.map((one) => JSON.stringify(one.details)),
          drawn.map((one) => one.at),
        ],
        ...[drawn.map((one) => one.salt), drawn.map((one) => one.digest)],
        ...[drawn.map((one) => one.size), drawn.map((one) => one.hash), drawAction],
      ],
    );
  }
  for (const { name } of [auditChain, certificateChain]) {
    const { size, hash } = heads[name];
    await client.query('update chain_head set size = $2, hash = $3, sealed_at = now() where chain = $1', [
      name,
      size,
      hash,
    ]);
  }
  await client.query('vacuum analyze');
  while (!(await transaction(db, (tx) => growTree(tx, certificateChain))).isWhole);
}

/** Sets back by some links what the last check of both logs had reached, so that a daily check finds them as new. */
export async function forgetLastLinks(client: Client, count: number): Promise<void> {
  for (const { name, table } of [auditChain, certificateChain]) {
    await client.query(
      `update log_check set link_index = seal_index, link_hash = seal_hash, last_certificate_id = null
       from ${table} where chain = $1 and seal_index = (select size - $2 from chain_head where chain = $1)`,
      [name, count],
    );
  }
}
