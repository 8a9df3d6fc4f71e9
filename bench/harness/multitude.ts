import { setTimeout } from 'node:timers/promises';
import { mostJudged } from '@fairlead/contract/fit-to-join/calls';
import { sumResults } from '../../server/features/assessments/analysis/sum-results.ts';
import { makeCertificateNumber } from '../../server/features/certificates/certificate-number.ts';
import { sumAllDays } from '../../server/features/overview/figures/sum-days.ts';
import { reminderDays } from '../../server/features/wallet/renewals.ts';
import { Changes } from '../../server/platform/changes/changes.ts';
import { among } from '../../server/platform/db/among.ts';
import { createLog } from '../../server/platform/http/log.ts';
import { readConfig } from '../../server/settings/config.ts';
import { withMaintenance } from '../../server/testing/databases.ts';
import { statedAcademy } from '../../server/testing/stated-academy.ts';
import { type DatabaseLocation, filling } from './academy.ts';
import { addStaff } from './school.ts';

/** An academy with many people: its size, and the values needed for requests to it. */
export type Multitude = {
  learners: number;
  /** An administrator's access token. */
  token: string;
  course: string;
  test: string;
  /** A batch with people in it, and an import of ten thousand of them. */
  batch: string;
  import: string;
  /** A checklist of sixty rows in two editions, by which nobody is fit to join. */
  checklist: string;
  /** The emails of as many people as one list of people can have. */
  emails: string[];
  /** The number of a certificate whose check character is valid; it is the only one. */
  number: string;
  /** One of the learners; one learner in a thousand has the same first name. */
  person: { firstName: string; email: string };
};

/** Ids ascend with time, as those that the server generates; each kind of row has its own prefix. */
const idOf = (kind: number | string, n: string) =>
  `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const kinds = {
  account: 1,
  course: 2,
  enrolment: 3,
  assessment: 4,
  version: 5,
  attempt: 6,
  certificate: 7,
  file: 8,
  entry: 9,
  document: 'a',
  proof: 'b',
  batch: 'c',
  import: 'd',
  checklist: 'e',
  rule: 'f',
  held: 0,
} as const;
const id = (kind: keyof typeof kinds, n: string) => idOf(kinds[kind], n);

/** The id of the nth row of a kind, as the statements generate it. */
export const nthId = (kind: keyof typeof kinds, n: number) =>
  `0190000${kinds[kind]}-0000-7000-8000-${Math.floor(n).toString(16).padStart(12, '0')}`;

/** The surnames and given names of one person in twenty: a tenth of these has the same surname. */
const surnames = `string_to_array('王 李 张 刘 陈 杨 黄 赵 吴 周', ' ')`;
const givenNames = `string_to_array('伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 涛 明 超 秀英 桂英 志强 建国', ' ')`;
const devanagari = `string_to_array('आशा नायर आनंद मीरा राहुल विजय अनिल सुनीता', ' ')`;

/** As scattered as the server's own numbers, which are random: 13 characters after the year. */
const numberOf = (n: string) => `'FMA-2026-' || upper(left(md5(${n}::text), 13))`;

const courses = 50;
/** The newest people, whose wallets have four times as many documents: no page of verdicts looks at more. */
const wellDocumented = 2000;
/** How many documents and certificates of a rare kind there are, however many people. */
const rare = 40;
/** The most that one import takes. */
const rowsOfImport = 10_000;
const syllables = `string_to_array('a be chi da el far gu hari in jo kul la mo nai ol pra qua ra shu tam um vi wen xa ya zo bha dev eth gor ish ruk', ' ')`;
/**
 * Coprime to every number of learners, so that rows in the order of time belong to people spread over the whole set.
 */
const stride = 7919;

/**
 * SQL statements for an academy with the given number of learners over six years: three enrolments and one certificate
 * for each learner, half as many failed attempts, audit entries and logs; and an eighth as many people who wait for
 * approval, or are invited; a batch for twenty of them, a message of the contact page and a row of an import for each.
 * Two in five of the latest third of the enrolments are in batches. This third has fees, of which four in five are
 * paid, with an invoice. Everybody has three documents in the wallet, the newest two thousand people twelve; one
 * document in five hundred waits for a check; there are forty of a rare kind, and forty certificates that prove a rare
 * qualification. Half of the certificates were issued by a rule that is known. One learner in five hundred is asked for
 * a document. Names consist of 32 syllables; one profile in twenty has a Chinese name, one in ten a name in Devanagari.
 * States repeat every eight or five rows, so that each filter matches a fixed share of the rows.
 */
function statementsFor(learners: number): string[] {
  const spread = (n: string, of: string, years = 6) =>
    `now() - interval '${years} years' * (1 - ${n}::float8 / (${of}))`;
  const person = `(n * ${stride}::bigint) % ${learners}`;
  const course = `((${person} + (n / ${learners}) * 17) % ${courses})`;
  const all = learners + Math.ceil(learners / 8);
  const attempts = Math.floor(learners * 1.5);
  const batches = Math.ceil(learners / 20);
  const messages = learners;
  // of the same course, and held about when it is asked for
  const batchOf = `${course} + ${courses} * (n::bigint * ${batches} / ${3 * learners} / ${courses})`;
  return [
    `insert into course (id, title, description, duration, price, category, regulations, subjects, validity_months,
       format, created_at, updated_at)
     select ${id('course', 'n')}, 'Survival Craft and Rescue Boats ' || n, 'Launching, handling and recovering',
       '3 days', 8500, (array['Safety', 'Deck', 'Engine', 'Medical'])[n % 4 + 1], 'STCW VI/2-1', '["Launching"]', 60,
       (array['online', 'both'])[n % 2 + 1], now(), now()
     from generate_series(0, ${courses - 1}) n`,
    // the trigger that gives each course its rule is off as well
    `insert into course_rule (id, course_id, edition, applies_from, qualification, kind, kind_of, validity, validity_months,
       created_at)
     select ${id('rule', 'n')}, ${id('course', `n % ${courses}`)}, 1 + n / ${courses},
       case when n = ${courses} then current_date end, case when n = ${courses} then 'RARE' else 'Q' || n end,
       case when n % 10 = 9 then 'refresher' else 'first' end, case when n % 10 = 9 then 'Q' || n - 1 else '' end,
       'months', 60, now()
     from generate_series(0, ${courses}) n`,
    `insert into assessment (id, course_id, is_published, created_at)
     select ${id('assessment', 'n')}, ${id('course', 'n')}, true, now() from generate_series(0, ${courses - 1}) n`,
    `insert into assessment_version (id, assessment_id, number, title, pass_mark, created_at)
     select ${id('version', 'n')}, ${id('assessment', 'n')}, 1, 'Final test ' || n, 60, now()
     from generate_series(0, ${courses - 1}) n`,
    `insert into question (version_id, position, text, options, correct_option)
     select ${id('version', 'n')}, q, 'Which light in case ' || q || '?', '["Red", "Green", "White", "Yellow"]', 0
     from generate_series(0, ${courses - 1}) n, generate_series(1, 10) q`,
    `insert into training_set (course_id, title, created_at)
     select ${id('course', 'n')}, 'Films of course ' || n, now() from generate_series(0, ${courses - 1}) n`,
    `insert into stored_file (id, folder, filename, content_type, size_bytes, sha256)
     select ${id('file', 'n')}, 'signature', n || '.png', 'image/png', 1, 'x' from generate_series(0, 999) n`,
    `insert into account (id, email, prefix, first_name, last_name, mobile, password_hash, email_verified_at,
       approved_at, disabled_at, created_at, invited_at)
     select ${id('account', 'n')}, lower(first || '.' || last) || n || '@example.org', 'Mr', first, last, '9820012345',
       '-', case when not is_invited then at end, case when n < ${learners} then at end,
       case when n % 8 = 3 and n < ${learners} then at end, at, case when is_invited then at end
     from (
       select n, ${spread('n', `${all}`)} as at, n >= ${all - Math.ceil(all / 200)} as is_invited, initcap(s[1 + h % 32] || s[1 + h / 32 % 32]) as first,
         initcap(s[1 + h / 1024 % 32] || s[1 + h / 32768 % 32] || s[1 + h / 1048576 % 32]) as last
       from generate_series(0, ${all - 1}) n, abs(hashint4(n)) h, (select ${syllables} as s) syllable
     ) person`,
    `insert into seafarer_profile (account_id, name, birth_date, phone, street_address, city, state, country,
       postal_code, passport_number, passport_expires_on, cdc_number, cdc_expires_on, grade_number, indos_number,
       id_type, profile_picture_id, id_document_id, signature_id, identity_changed_at, identity_checked_at, created_at,
       updated_at, own_script_name)
     select id, first_name || ' ' || last_name, '1990-05-17', '+919820012345', 'x', 'x', 'x', 'India', '1', 'N' || n,
       current_date + 200 + n * 13 % 3650, 'C' || n, current_date + 200 + n * 17 % 3650, 'G' || n, 'I' || n, 'PAN', ${id('file', 'n % 1000')},
       ${id('file', '(n + 1) % 1000')}, ${id('file', '(n + 2) % 1000')}, case when n % 8 = 1 then created_at end,
       case when n % 8 <> 2 then created_at end, created_at, created_at,
       case when n % 20 = 0 then (${surnames})[1 + h % 10] || (${givenNames})[1 + h / 10 % 20]
         when n % 10 = 1 then (${devanagari})[1 + h % 8] || ' ' || (${devanagari})[1 + h / 8 % 8] else '' end
     from generate_series(0, ${learners - 1}) n join account on id = ${id('account', 'n')}, abs(hashint4(n)) h`,
    `insert into document_request (account_id, document, reason, asked_by, asked_at)
     select ${id('account', 'n')}, 'idDocument', 'unreadable', ${id('account', '0')}, now()
     from generate_series(0, ${learners - 1}, 500) n`,
    `insert into enrolment (id, account_id, course_id, status, requested_at, decided_at, batch_id, batch_asked_at, seated_at)
     select ${id('enrolment', 'n')}, ${id('account', person)}, ${id('course', course)}, standing, at,
       case when standing <> 'pending' then at + interval '1 day' end,
       case when is_in_batch then ${id('batch', batchOf)} end, case when is_in_batch then at end,
       case when is_in_batch then at end
     from (
       select n, ${spread('n', `${3 * learners}`)} as at, case when n < ${2 * learners} then 'approved'
         when n % 5 = 0 then 'pending' when n % 5 = 1 then 'rejected' else 'approved' end as standing,
         n >= ${2 * learners} and n % 5 in (0, 2) as is_in_batch
       from generate_series(0, ${3 * learners - 1}) n
     ) request`,
    `insert into batch (id, course_id, code, first_day, last_day, rest_days, starts_at, ends_at, venue, seats, state,
       created_at)
     select ${id('batch', 'n')}, ${id('course', `n % ${courses}`)}, 'PST ' || n, day, day + 2, '[]', '09:00', '17:00',
       'Hall ' || n % 40, 24, (array['open', 'closed', 'cancelled', 'closed'])[n % 4 + 1], day
     from (select n, (${spread('n', `${batches}`)})::date + 60 as day from generate_series(0, ${batches - 1}) n) class`,
    `insert into contact_message (name, email, message, received_at, state, changed_at)
     select first_name || ' ' || last_name, email, 'When is the next course in life rafts? I sign on in ' || n % 50 || ' days.',
       at, case when n % 100 = 0 then 'new' when n % 2 = 0 then 'answered' else 'closed' end, at
     from (select n, ${spread('n', `${messages}`, 1)} as at from generate_series(0, ${messages - 1}) n) message
     join account on id = ${id('account', `n % ${learners}`)} order by n`,
    `insert into people_import (id, filename, created_by, created_at)
     select ${id('import', 'n')}, 'crew.csv', ${id('account', '0')}, now()
     from generate_series(0, ${Math.ceil(learners / rowsOfImport) - 1}) n`,
    `insert into people_import_row (id, import_id, row, prefix, first_name, last_name, email, mobile, outcome, reason,
       course_id, course)
     select new_id(), ${id('import', `n / ${rowsOfImport}`)}, 2 + n % ${rowsOfImport}, 'Mr', first_name, last_name, email,
       mobile, case when n % 50 = 0 then 'refused' when n % 5 = 0 then 'matched' else 'new' end,
       case when n % 50 = 0 then 'This email address belongs to somebody else.' end, ${id('course', `n % ${courses}`)}, ''
     from generate_series(0, ${learners - 1}) n join account on id = ${id('account', 'n')}`,
    `insert into job (kind, payload, attempts, last_error, created_at, gave_up_at)
     select 'send-email', jsonb_build_object('to', n || '@example.org', 'subject', 'Welcome'), 12, 'No such mailbox', now(), now()
     from generate_series(1, ${Math.ceil(learners / 100)}) n`,
    `insert into training_completion (enrolment_id, kind, completed_at)
     select ${id('enrolment', 'n')}, 'films', now() from generate_series(0, ${attempts - 1}) n`,
    `insert into attempt (id, enrolment_id, course_id, version_id, started_at, submitted_at, score, total_questions,
       passed)
     select ${id('attempt', 'n')}, ${id('enrolment', 'n')}, ${id('course', course)}, ${id('version', course)}, at, at + interval '20 minutes',
       case when n < ${learners} then 6 + n % 5 else n % 6 end, 10, n < ${learners}
     from (select n, ${spread('n', `${attempts}`)} as at from generate_series(0, ${attempts - 1}) n) sitting`,
    `insert into attempt_to_sum select id from attempt`,
    `insert into attempt_answer (attempt_id, question_id, selected_option, answered_at)
     select attempt.id, question.id, (abs(hashtext(attempt.id::text)) + position) % 4, started_at
     from attempt join question using (version_id) where version_id = ${id('version', '0')}`,
    `insert into certificate (id, number, enrolment_id, attempt_id, account_id, course_id, status, name, email,
       birth_date, passport_number, cdc_number, indos_number, grade_number, course_title, regulations, subjects,
       percentage, issued_on, expires_on, created_at, revoked_at, revocation_reason, superseded_at, supersession,
       own_script_name, rule_id)
     select ${id('certificate', 'n')}, ${numberOf('n')}, enrolment.id, ${id('attempt', 'n')}, account_id,
       course_id, standing, profile.name, email, birth_date, passport_number, cdc_number, indos_number, grade_number,
       title, regulations, subjects, 80, requested_at::date, (requested_at + interval '60 months')::date, requested_at,
       case when standing = 'revoked' then now() end, case when standing = 'revoked' then 'Error' end,
       case when standing = 'superseded' then now() end, case when standing = 'superseded' then 'renewal' end,
       own_script_name, case when n % ${Math.floor(learners / rare)} = 3 then ${id('rule', `${courses}`)}
         when n % 2 = 0 then ${id('rule', course)} end
     from (
       select n, case n % 8 when 0 then 'revoked' when 1 then 'superseded' when 2 then 'held' else 'issued' end as standing
       from generate_series(0, ${learners - 1}) n
     ) sheet
     join enrolment on enrolment.id = ${id('enrolment', 'n')} join account on account.id = account_id
     join seafarer_profile profile using (account_id) join course on course.id = course_id`,
    `insert into wallet_document (id, account_id, kind, number, issuer, issued_on, expires_on, file_id, codes, created_at,
       updated_at, status, decided_at)
     select ${id('held', `n * 16 + d - 1`)}, ${id('account', 'n')}, 'D' || d, 'A ' || n, 'The administration', '2020-01-01',
       current_date - 60 + (n * 7 + d * 31) % 1500, ${id('file', 'n % 1000')}, array['D' || d], now(), now(),
       case when (n + d) % 500 = 0 then 'waiting' else 'checked' end, case when (n + d) % 500 > 0 then now() end
     from generate_series(0, ${all - 1}) n, generate_series(1, 13) d
     where case when d = 13 then n % ${Math.floor(all / rare)} = 0
       else d <= 3 or n >= ${all - wellDocumented} end`,
    `insert into checklist (id, name, created_at) values (${id('checklist', '0')}, 'Sixty rows', now())`,
    `insert into checklist_edition (checklist_id, edition, applies_from, source, source_date, requirements, cases, created_at)
     select ${id('checklist', '0')}, e, date '2020-01-01' + 1000 * (e - 1), 'The bench', '2026-11-26', (
       select jsonb_agg(jsonb_build_object('id', 'row-' || r, 'title', 'Document ' || r, 'anyOf',
         jsonb_build_array('D' || r % 15, 'Q' || r % ${courses}), 'ranks', '[]'::jsonb, 'flags', '[]'::jsonb,
         'shipTypes', '[]'::jsonb, 'daysBeyond', r % 3 * 90 * e, 'source', 'The bench', 'sourceDate', '2026-11-26'))
       from generate_series(1, 60) r), '[]', now()
     from generate_series(1, 2) e`,
    `insert into academy_settings (fees) values ('{"isOn": true}')`,
    `insert into fee (enrolment_id, reference, charged_at, charged_paise, received_paise)
     select id, 'F' || right(id::text, 9), requested_at, 850000, case when n % 5 > 0 then 850000 else 0 end
     from generate_series(${2 * learners}, ${3 * learners - 1}) n join enrolment on id = ${id('enrolment', 'n')}`,
    `insert into fee_entry (id, enrolment_id, kind, amount_paise, charged_change_paise, waived_change_paise,
       received_change_paise, method, reference, happened_on, recorded_at)
     select ${id('entry', `2 * n + paid`)}, enrolment_id, case paid when 1 then 'paid' else 'due' end, 850000,
       850000 * (1 - paid), 0, 850000 * paid,
       case paid when 1 then (array['cash', 'bank', 'upi', 'cheque'])[n % 4 + 1] end,
       case paid when 1 then 'UTR' || n else '' end, charged_at::date, charged_at
     from generate_series(${2 * learners}, ${3 * learners - 1}) n join fee on enrolment_id = ${id('enrolment', 'n')},
       generate_series(0, 1) paid where paid = 0 or n % 5 > 0`,
    `insert into fee_document (id, entry_id, kind, financial_year, serial, number, issued_on, total_paise,
       taxable_paise, cgst_paise, sgst_paise, igst_paise, facts)
     select ${id('document', 'n')}, ${id('entry', '2 * n + 1')}, (array['invoice', 'receipt'])[n % 2 + 1], '26-27',
       n, 'IN/26-27/' || n, charged_at::date, 850000, 720340, 64830, 64830, 0,
       '{"recipient": {"name": "Asha Nair", "gstin": ""}, "place": null, "courseTitle": "Boats", "sac": "9992", "gstRate": 18}'
     from generate_series(${2 * learners}, ${3 * learners - 1}) n join fee on enrolment_id = ${id('enrolment', 'n')}
     where n % 5 > 0`,
    `insert into fee_proof (id, enrolment_id, file_id, amount_paise, method, reference, paid_on, sent_at, state)
     select ${id('proof', 'n')}, enrolment_id, ${id('file', 'n % 1000')}, 850000, 'upi', 'UPI' || n, charged_at::date,
       charged_at, case when n % 10 = 0 then 'waiting' else 'declined' end
     from generate_series(${2 * learners}, ${3 * learners - 1}) n join fee on enrolment_id = ${id('enrolment', 'n')}
     where n % 5 = 0`,
    // every notice that would be due counts as sent: the server should answer requests, and not write email
    `insert into expiry_notice select id, days, now() from certificate, unnest(array[${reminderDays}]) days
     where expires_on between current_date - 1 and current_date + ${reminderDays[0] + 1}`,
    `insert into document_notice (account_id, document_id, last_day, days, sent_at)
     select account_id, id, expires_on, days, now() from wallet_document, unnest(array[${reminderDays}]) days
     where expires_on between current_date - 1 and current_date + ${reminderDays[0] + 1}`,
    `insert into audit_event (at, actor_id, action, subject_kind, subject_id, digest, seal_index, seal_hash)
     select decided_at, account_id, 'enrolment.approve', 'enrolment', id::text, 'x', row_number() over (), 'x'
     from enrolment where status = 'approved' order by id`,
    // the public log stays empty: nothing is measured of it, and the server would first make a tree of a million
    // entries
    `update chain_head set hash = 'x', sealed_at = now(), size = (select count(*) from audit_event)
     where chain = 'audit'`,
    `update log_check set link_hash = 'x', link_index = (select count(*) from audit_event) where chain = 'audit'`,
  ];
}

/**
 * Fills a place on a server with the given number of learners by a few statements, without indexes, which are built
 * when the rows are there. Then computes the daily sums and results as the server does, and opens a session for an
 * administrator.
 */
export async function addMultitude(place: Required<DatabaseLocation>, learners: number): Promise<Multitude> {
  await filling(place, async () => {}); // creates the tables
  await withMaintenance(place.url, async (client) => {
    // the referenced rows exist; to check each foreign key would take as long as everything else
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and not exists (select from pg_constraint where conindid = indexrelid)`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const statement of statementsFor(learners)) await client.query(statement);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum analyze');
  });
  const means = { config: readConfig({ ...statedAcademy, DATA_DIR: place.dataDir }), clock: () => new Date() };
  return filling(place, async (db) => {
    await sumAllDays({ db, changes: new Changes({ db, log: createLog('error') }), ...means });
    await sumResults(db);
    const token = await addStaff(db, place.dataDir);
    const person = await db
      .selectFrom('account')
      .select(['firstName', 'email'])
      .where('id', '=', nthId('account', learners / 2))
      .executeTakeFirstOrThrow();
    const number = makeCertificateNumber('FMA', 2026);
    await db
      .updateTable('certificate')
      .set({ number })
      .where('id', '=', nthId('certificate', learners / 2))
      .execute();
    const batch = nthId('batch', Math.floor((learners / 20) * 0.8));
    const ofCourse = { course: nthId('course', 0), test: nthId('assessment', 0) };
    const some = Array.from({ length: mostJudged }, (_, n) => nthId('account', (learners * n) / mostJudged));
    const listed = await db.selectFrom('account').select('email').where(among('id', some)).execute();
    return {
      learners,
      token,
      number,
      ...ofCourse,
      batch,
      import: nthId('import', 0),
      checklist: nthId('checklist', 0),
      emails: listed.map(({ email }) => email),
      person,
    };
  });
}

/** Waits until a server that has just started has finished its startup work. */
export async function settled(url: string): Promise<void> {
  await withMaintenance(url, async (client) => {
    const waiting = async () => {
      const due = `select from job where done_at is null and gave_up_at is null and run_at <= now()`;
      return (await client.query(due)).rowCount;
    };
    // it looks for due jobs every two seconds
    do await setTimeout(2500);
    while (await waiting());
  });
}
