import { groupDigits } from '@fairlead/contract/values/numbers';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { addCourses, filling, password, startAcademy, temporaryFolder } from '../harness/academy.ts';
import type { Running } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

type Size = { rounds: number; people: number };

const email = 'registrar@example.org';

/** The import of a crew on the embedded engine: accounts, particulars and enrolments, in one transaction. */
export async function measureImport({ rounds, people }: Size): Promise<Row[]> {
  const folder = await temporaryFolder();
  const title = await filling({ dataDir: folder.path }, async (db) => {
    await addCourses(db, 20);
    const now = new Date();
    const names = { prefix: 'Mr' as const, firstName: 'Maya', lastName: 'Iyer', mobile: '9820012345' };
    const role = { role: 'registrar' as const, passwordHash: await hashPassword(password) };
    await db
      .insertInto('account')
      .values({ email, ...names, ...role, emailVerifiedAt: now, approvedAt: now })
      .execute();
    return (await db.selectFrom('course').select('title').orderBy('id').executeTakeFirstOrThrow()).title;
  });
  const academy = await startAcademy({ dataDir: folder.path });
  try {
    const token = await logIn(academy);
    const [checked, stored]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now();
      const id = await upload(academy, token, crewOf(people, round, title));
      const read = performance.now();
      await send(academy, token, `/api/user/imports/${id}/confirm`);
      if (round === 0) continue; // warms the caches
      checked.push(read - began);
      stored.push(performance.now() - read);
    }
    const many = groupDigits(people);
    return [
      beside(`a table of ${many} people, read and checked`, spreadOf(checked), { limit: 3000, unit: 'ms' }),
      beside(`the same, stored with accounts and enrolments`, spreadOf(stored), { limit: 3000, unit: 'ms' }),
    ];
  } finally {
    await academy.stop();
    await folder.remove();
  }
}

function crewOf(people: number, round: number, title: string): string {
  const lines = Array.from({ length: people }, (_, n) => {
    const number = String(round * people + n).padStart(7, '0');
    return `Asha Nair,crew-${number}@example.org,9820012345,21/03/1994,Able Seaman,Z${number},01/05/2031,${title}`;
  });
  return ['Name,Email,Mobile,Date of birth,Rank,Passport,Passport expiry,Course', ...lines].join('\n');
}

async function logIn(academy: Running): Promise<string> {
  const answer = await fetch(`${academy.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

async function upload(academy: Running, token: string, table: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([table], { type: 'text/csv' }), 'crew.csv');
  const answer = await send(academy, token, '/api/user/imports', body);
  const { data } = (await answer.json()) as { data: { _id: string; counts: { refused: number } } };
  if (data.counts.refused > 0) throw new Error(`${data.counts.refused} rows of the crew were refused`);
  return data._id;
}

async function send(academy: Running, token: string, path: string, body?: FormData): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(academy.url + path, { method: 'POST', headers, ...(body && { body }) });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
