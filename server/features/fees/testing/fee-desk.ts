import { fees } from '@fairlead/contract/fees/calls';
import { wordsOf } from '../../../platform/typesetting/testing/pdf-text.ts';
import type { Person, TestApp } from '../../../testing/app.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { cash } from './fees.ts';

/** Fees as the office records them, and what is to be seen of them afterwards. */
export async function feeDesk(program: TestApp) {
  const { call, person } = program;
  const [admin, registrar, instructor] = [await person('admin'), await person('registrar'), await person('instructor')];

  const ledger = async (id: string) => (await call(fees.get, { params: { id } }, registrar)).body.data;
  const pay = (id: string, part: Parameters<typeof cash>[0] = {}) =>
    call(fees.recordPayment, { params: { id }, body: cash(part) }, registrar);
  const kinds = async (id: string) => (await ledger(id)).entries.map(({ kind, amountPaise }) => [kind, amountPaise]);
  const said = ({ body }: { body: unknown }) => (body as { message: string }).message;

  /** The documents about a person, the oldest first, as the sales register has them. */
  const registered = async ({ email }: Person) =>
    (await call(fees.listDocuments, { query: { q: email, sort: 'oldest' } }, registrar)).body.data;

  /** The PDF of a bill or document as text on one line, with the status of the call. */
  async function download(id: string, as: Person) {
    const token = await signAccessToken(as, program.config.secrets.token, program.clock());
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, rawPayload } = await program.app.inject({ url: `/api/fees/documents/${id}`, headers });
    return { status: statusCode, words: statusCode === 200 ? (await wordsOf(rawPayload)).replace(/\s+/g, ' ') : '' };
  }

  return {
    registered,
    download,
    admin,
    registrar,
    instructor,
    ledger,
    pay,
    kinds,
    said,
    actionsOf: program.auditActions,
  };
}
