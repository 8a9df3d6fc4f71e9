import { fees } from '@fairlead/contract/fees/calls';
import type { TestApp } from '../../../testing/app.ts';
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

  return { admin, registrar, instructor, ledger, pay, kinds, said, actionsOf: program.auditActions };
}
