import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Academy, startAcademy } from '../e2e/academy.ts';
import { type Engine, engines } from '../e2e/engines.ts';
import { signAccessToken } from '../server/features/accounts/sign-in/tokens.ts';

const kills = 10;
/** How many learners pay at once, and for how long before each kill, in milliseconds. */
const payers = 40;
const span = 3000;

const secret = 'kept so that the registrar can go on with the session';

type Registrar = Parameters<typeof signAccessToken>[0];
type Payment = { enrolmentId: string; requestId: string; acknowledged: string | undefined };

/** Adds learners who owe a fee to the database of the stopped program. */
async function seat(academy: Academy) {
  await academy.terminate();
  const { dataDir, databaseUrl } = academy;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/features/fees/testing/seat-payers.ts', String(payers)],
    {
      env,
      maxBuffer: 2 ** 24,
    },
  );
  await academy.restart();
  return JSON.parse(stdout) as { registrar: Registrar; enrolments: string[] };
}

/** The paise of each payment: small, so that nobody has paid all before the end. */
const amount = 100;

for (const engine of engines) {
  test(`payments through ${kills} kills lose none and number their invoices without a gap, on ${engine.name}`, async () => {
    console.log(await payThrough(engine));
  });
}

async function payThrough(engine: Engine): Promise<string> {
  const academy = await startAcademy({ engine, mail: 'files', env: { TOKEN_SECRET: secret } });
  try {
    const { registrar, enrolments } = await seat(academy);
    const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const token = await signAccessToken(registrar, secret, new Date());
      const answer = await fetch(`${academy.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, link: answer.headers.get('link') ?? '', body: await answer.json() };
    };
    const payments: Payment[] = [];
    const on = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10);
    /** Sends a payment; the same one again after a kill, as the page of a registrar does. */
    const send = async (payment: Payment) => {
      const { enrolmentId, requestId } = payment;
      const body = { requestId, amount: '1', method: 'cash', on };
      const { status, body: reply } = await ask('POST', `/fees/${enrolmentId}/payments`, body);
      if (status === 503) return;
      expect([status, reply]).toEqual([200, expect.anything()]);
      payment.acknowledged = requestId;
    };
    const payOn = async (enrolmentId: string) => {
      let payment: Payment | undefined = payments.find((one) => one.enrolmentId === enrolmentId && !one.acknowledged);
      try {
        for (;;) {
          if (!payment || payment.acknowledged) {
            payment = { enrolmentId, requestId: crypto.randomUUID(), acknowledged: undefined };
            payments.push(payment);
          }
          await send(payment);
        }
      } catch (error) {
        // the program is down
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      }
    };
    /** The numbers of all invoices, in the order in which they were issued. */
    const numbers = async () => {
      const all: string[] = [];
      let path: string | undefined = '/fees/documents?sort=oldest&limit=200';
      while (path) {
        const { body, link }: Awaited<ReturnType<typeof ask>> = await ask('GET', path);
        all.push(...(body as { data: { number: string }[] }).data.map(({ number }) => number));
        path = /^<\/api([^>]+)>/.exec(link)?.[1];
      }
      return all;
    };
    const received = async (enrolmentId: string) =>
      ((await ask('GET', `/fees/${enrolmentId}`)).body as { data: { receivedPaise: number } }).data.receivedPaise;
    const check = async () => {
      const serials = (await numbers()).map((number) => Number(number.slice(-5))).toSorted((a, b) => a - b);
      expect(serials).toEqual(serials.map((_, index) => index + 1));
      expect(serials.length).toBeGreaterThanOrEqual(payments.filter(({ acknowledged }) => acknowledged).length);
      return serials.length;
    };
    for (let round = 0; round < kills; round++) {
      const paying = Promise.all(enrolments.map(payOn));
      await wait(span);
      await academy.crash();
      await paying;
      await check();
    }
    const open = payments.filter(({ acknowledged }) => !acknowledged);
    for (const payment of open) while (!payment.acknowledged) await send(payment);
    const issued = await check();
    expect(issued).toBe(payments.length);
    for (const id of enrolments) {
      const own = payments.filter(({ enrolmentId }) => enrolmentId === id).length;
      expect(await received(id)).toBe(own * amount);
    }
    expect(issued).toBeGreaterThan(kills * 5);
    return `${engine.name}: ${issued} payments through ${kills} kills, ${open.length} of them sent again after the last one; numbers 1 to ${issued}, each once`;
  } finally {
    await academy.stop();
  }
}
