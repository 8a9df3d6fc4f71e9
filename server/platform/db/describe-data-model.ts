import path from 'node:path';
import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/** Where `generate-schema.ts` writes the diagrams; git ignores it. */
export const DATA_MODEL_FILE = path.resolve(import.meta.dirname, '../../../build/data-model.md');

/** Every table, by the part of the program that it belongs to, with what a row of it is. */
const areas: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Accounts and registrations': {
    account: 'a person who can log in, learner or staff, or who was invited',
    registration: 'one registration of an email; the first whose code is entered becomes the account',
    one_time_code: 'a code that was sent to a mailbox, as a keyed hash, for one purpose',
    invitation: 'a link with which an invited person sets a first password',
    calendar_feed: 'the secret URL of a person’s calendar: of certificates, or as staff of batches',
    people_import: 'a table of people that staff uploaded',
    people_import_row: 'a row of such a table, with what became of it',
    people_import_headings: 'the columns that staff chose for tables with the same headings',
    disuse_notice: 'a warning that an unused account will be erased',
    staff_qualification: 'what qualifies a colleague to teach or assess, with issuer and last valid day',
  },
  'Messages of visitors': {
    contact_message: 'what a visitor wrote on the contact page, and whether something is left to do',
    contact_answer: 'what staff answered, by email',
  },
  'Sessions and ways to log in': {
    session: 'a login on one device',
    refresh_token: 'a refresh token of a session, as a hash, with the token that it replaced',
    second_factor: 'the encrypted secret of an authenticator app (TOTP)',
    recovery_code: 'a code for a login without the app, as a hash, valid once',
    passkey: 'the public half of a key pair on a device (WebAuthn)',
    passkey_challenge: 'a random value that a device has to sign, valid once',
    staff_identity: 'who a colleague is at the academy’s OpenID provider',
    sign_on: 'a login through the provider that has begun, until it is completed',
  },
  'People, courses and enrolments': {
    seafarer_profile: 'a seafarer’s personal data and identity documents, with the last check by staff',
    document_request: 'a document that staff have asked a person for',
    document_reading: 'what the program read in the picture of a document',
    document_kind: 'an edition of what the academy says about a kind of document in wallets',
    wallet_document: 'a document in a seafarer’s wallet, and whether staff have checked it',
    document_notice: 'that the owner of such a document was notified of its end, so many days before',
    entered_particulars: 'what staff entered of a seafarer who has no profile yet',
    person_note: 'what staff wrote down about a person, for colleagues',
    course: 'a course of the catalogue',
    course_category: 'the place of a category of courses among the others, and whether it is hidden',
    checklist: 'a list of the documents that jobs aboard require, in editions',
    checklist_edition: 'an edition of a checklist: its rows with their sources, and its test cases',
    course_rule: 'an edition of what a course means: standard, approval, who may take it, validity of its certificate',
    course_instructor: 'a course in the course scope of a colleague',
    enrolment: 'a learner’s request for a course, and the decision; a renewal is a new row',
    batch: 'a course held in a classroom on certain days: venue, seats, instructor',
  },
  Fees: {
    fee: 'what an enrolment owes, with the sums of its ledger and who is named on the invoice',
    fee_entry: 'an entry of the ledger; nothing in it is ever changed',
    fee_document: 'a receipt, invoice or credit note with the facts as of the day of issue',
    fee_series: 'the last number of a kind of document in a financial year',
    fee_bill: 'a proforma or tax invoice that asks for fees before they are paid',
    fee_bill_line: 'what a bill asks for an enrolment, and what of it is settled or credited',
    fee_proof: 'a proof of payment that a learner has sent, and what became of it',
  },
  Training: {
    training_set: 'the training of a course: its items in order',
    film: 'an item of a training: a film as it was uploaded, or a package; one that was replaced or removed keeps its row',
    film_rendition: 'a smaller version of a film, or its sound alone, with its playlist',
    film_text: 'captions of a film in one language, or its transcript',
    film_check: 'a moment at which staff have a film ask whether somebody watches, or what was shown',
    watching: 'how far one enrolment has watched one film: the credited intervals',
    package_version: 'a package of an authoring tool (SCORM) as it was uploaded: its manifest and its file',
    package_entry: 'where an entry of a package is in its file, and its media type',
    package_run: 'the version of a package that one enrolment has begun',
    package_state: 'what an item of a package has stored for one enrolment: its data model, status and score',
    watch_sitting: 'when it was watched: credits less than ten minutes apart are one sitting',
    presence_check: 'what one enrolment is asked in one film, and when it was answered',
    offline_pass: 'a device may play the films of an enrolment without a link; the end of its record',
    offline_part: 'links of an offline record as they arrived, with the device’s signature',
    offline_stretch: 'what an offline record added to the credit of a film',
    offline_contradiction: 'a way in which an offline record contradicts itself or the academy',
    attendance: 'what was marked for one enrolment on one half day of a batch',
    training_completion: 'the training is done: its films were watched, or staff marked attendance',
  },
  Ships: {
    ship: 'a ship with a computer that serves its crew: the code that pairs one, and its certificate',
    ship_box: 'an identity of such a computer: its public key, and what it replaced',
    ship_course: 'a course aboard, and the size of its videos',
    ship_member: 'who is signed on, with the hash of the first code',
    ship_box_state: 'on the computer of a ship: whose it is, its keys, and what was decided ashore',
    ship_section: 'there: a part of what was decided ashore that has arrived',
    ship_record: 'there: what was watched under a pass, as far as it is not ashore',
    ship_test: 'a test that was released to a ship for a window, and the key that its test papers are sealed with',
    ship_test_paper: 'the sealed paper of a person aboard, and what became of it',
    ship_sitting: 'on the computer of a ship: a paper that was begun, with its sealed answers',
  },
  'Assessments and attempts': {
    assessment: 'a test of a course; at most one is published',
    assessment_version: 'the test as it was saved once: title, pass mark and conditions',
    question: 'a question of a version, with its options and the right one',
    question_picture: 'a picture that questions and their options may show',
    question_option_picture: 'the picture of an option of a question',
    attempt: 'an attempt of an enrolment at a version: test paper, deadline, result',
    attempt_answer: 'the answer to one question in an attempt',
    attempt_absence: 'a time for which the window of the test was left',
    attempt_grant: 'staff allow one more attempt, with a reason',
  },
  'Corrections and sums of results': {
    answer_key_correction: 'a corrected answer key, with the reason',
    attempt_regrade: 'what a correction did to the score of an attempt',
    confirmed_pass: 'a decision that a result under review stays a pass',
    result_sum: 'sums of a version’s results, by percentage, time taken and pass',
    question_sum: 'sums of the answers to a question',
    attempt_to_sum: 'a submitted attempt that the sums do not contain yet',
  },
  Certificates: {
    certificate: 'a certificate with the facts as of the day of issue',
    certificate_event: 'an entry of the public log: issued, corrected, superseded or revoked',
    certificate_share: 'a link to a certificate that its holder has shared',
    share_opening: 'such a link was opened: network and device, coarsely',
    expiry_notice: 'a reminder before a certificate expires was sent',
    signing_key: 'the public half of a signing key; private halves are files',
  },
  'The academy': {
    academy: 'the one row with the id of the academy, which its folder and its bucket have too',
    academy_settings: 'the one row of settings that administrators have changed',
    email_template_text: 'an email template whose texts staff have changed',
    staff_digest: 'the day of the last daily email to a colleague',
    daily_sum: 'requests, attempts and passes of a course on one day',
    expiry_sum: 'how many valid certificates expire on one future day',
    inspection_pack: 'a signed pack for an inspector that staff asked for, with its file until that is removed',
  },
  Platform: {
    job: 'a job of the worker, emails included; a key keeps it from being enqueued twice',
    audit_event: 'an entry of the audit: who did what to what',
    chain_head: 'the end of a hash chain: the number of its entries and the last hash',
    log_tile: 'hashes of the Merkle tree over the public log, in the tiles in which they are published',
    log_checkpoint: 'a signed statement of the size and root of that tree',
    log_cosignature: 'a witness’s signature of a checkpoint',
    log_check: 'the last check of a log: how far it went, and what was wrong',
    change_version: 'how often something has changed that instances keep in memory',
    rate_limit: 'how often something was done in one period',
    stored_file:
      'a file in DATA_DIR or in an object store: folder, name, size, digest, owner, result of the virus scan',
    quarantined_file: 'a stored file without a row, or marked as deleted, until it is deleted after 30 days',
    mass_deletion: 'deletions of files or people that wait until an administrator allows them',
    resumable_upload: 'a film that is being uploaded in pieces into an object store',
    piece_digests: 'the digests of a file by its pieces, for devices that take it aboard',
  },
};

type Column = { table: string; name: string; type: string; isPrimary: boolean; isUnique: boolean; isNullable: boolean };
/** The columns of one foreign key; `isOne` when no two rows of `from` may refer to the same row. */
type Reference = { from: string; to: string; columns: string[]; isNullable: boolean; isOne: boolean };

/**
 * The data model of a migrated database as a page: for each area a diagram with the keys of its tables.
 * @throws for a table without a description, and for a description without a table
 */
export async function describeDataModel(db: Queryable): Promise<string> {
  const tables = Map.groupBy(await findColumns(db), ({ table }) => table);
  const references = await findReferences(db);
  const described = Object.values(areas).flatMap((area) => Object.keys(area));
  const differing = [
    ...described.filter((name) => !tables.has(name)),
    ...[...tables.keys()].filter((name) => !described.includes(name)),
  ];
  if (differing.length > 0) throw new Error(`only in one of describe-data-model.ts and the database: ${differing}`);
  const parts = Object.entries(areas).map(([title, area]) => {
    const names = Object.keys(area);
    const lines = names.map((name) => `| \`${name}\` | ${area[name]} |`);
    const diagram = diagramOf(names, tables, references);
    return `## ${title}\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n\n| table | a row is |\n| --- | --- |\n${lines.join('\n')}\n`;
  });
  return `${head}\n${parts.join('\n')}`;
}

const head = `# Data model

Made from the migrated database by \`node server/platform/db/generate-schema.ts\`.
Each diagram shows the keys of its tables: primary keys (PK), foreign keys (FK) and unique columns (UK). A line names the
columns that refer to the other table. Tables of other parts have no columns here. All columns, with their types, are in
[schema.generated.ts](../server/platform/db/schema.generated.ts).
`;

function diagramOf(
  names: readonly string[],
  tables: ReadonlyMap<string, readonly Column[]>,
  references: readonly Reference[],
): string {
  const own = references.filter(({ from }) => names.includes(from));
  const foreign = new Map<string, Set<string>>();
  for (const { from, columns } of own) foreign.set(from, new Set([...(foreign.get(from) ?? []), ...columns]));
  const boxes = names.map((name) => {
    const keys = (tables.get(name) ?? []).flatMap((column) => {
      const marks = [
        ...(column.isPrimary ? ['PK'] : []),
        ...(foreign.get(name)?.has(column.name) ? ['FK'] : []),
        ...(column.isUnique && !column.isPrimary ? ['UK'] : []),
      ];
      return marks.length > 0 ? [`    ${column.type} ${column.name} ${marks.join(', ')}`] : [];
    });
    return keys.length > 0 ? `  ${name} {\n${keys.join('\n')}\n  }` : `  ${name}`;
  });
  // one line for all references of a table to another
  const lines = Map.groupBy(
    own,
    ({ from, to, isNullable, isOne }) => `${to} |${isNullable ? 'o' : '|'}--o${isOne ? '|' : '{'} ${from}`,
  );
  const drawn = [...lines].map(
    ([line, all]) => `  ${line} : "${all.map(({ columns }) => columns.join(', ')).join(', ')}"`,
  );
  return ['erDiagram', ...boxes, ...drawn].join('\n');
}

async function findColumns(db: Queryable): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, type.typname as type, not a.attnotnull as is_nullable,
      exists (select from pg_catalog.pg_index i
        where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as is_primary,
      exists (select from pg_catalog.pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indnkeyatts = 1
          and i.indkey[0] = a.attnum) as is_unique
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_type type on type.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}

async function findReferences(db: Queryable): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to",
      array_agg(a.attname::text order by a.attnum) as columns, bool_or(not a.attnotnull) as is_nullable,
      exists (select from pg_catalog.pg_index i
        where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
          and i.indkey::smallint[] <@ k.conkey) as is_one
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    group by k.oid, k.conrelid, k.confrelid, k.conkey
    order by k.conrelid::regclass::text collate "C", k.conkey`.execute(db);
  return rows;
}
