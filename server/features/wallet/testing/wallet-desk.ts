import { wallet } from '@fairlead/contract/wallet/calls';
import type { Person, TestApp } from '../../../testing/app.ts';
import { enrol } from '../../../testing/factories.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { documentForm } from './wallet.ts';

/** Documents as seafarers enter them and staff check them, and what is to be seen of them afterwards. */
export async function walletDesk(program: TestApp) {
  const { call, person, db, clock } = program;
  const registrar = await person('registrar');
  const own = async (as: Person) => (await call(wallet.own, as)).body.data.documents;
  const add = async (as: Person, fields: Record<string, string> = {}, file?: Uint8Array | null) =>
    call(wallet.add, { form: await documentForm(fields, file) }, as);
  const edit = async (id: string, version: number, as: Person, fields: Record<string, string> = {}, file?: null) =>
    call(wallet.edit, { params: { id }, form: await documentForm({ ...fields, version: `${version}` }, file) }, as);
  const check = (id: string, version: number, as = registrar) =>
    call(wallet.check, { params: { id }, body: { version } }, as);
  const refuse = (id: string, version: number, as = registrar) =>
    call(wallet.refuse, { params: { id }, body: { version, reason: 'unreadable' as const } }, as);
  const audited = ({ accountId }: Person) => program.auditActions(accountId);
  /** A learner whose wallet has one document, with its id. */
  async function withDocument(fields: Record<string, string> = {}) {
    const learner = await person();
    const { body } = await add(learner, fields);
    return { learner, id: body.data.documents[0]?._id ?? '' };
  }
  /** A certificate of a course, or of one with a title. */
  async function certify(learner: Person, courseId: string, details: Parameters<typeof addCertificate>[2]) {
    const id = await addCertificate(program, await enrol(program, learner, courseId), details);
    await db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', courseId).execute();
    return id;
  }
  const today = () => clock().toISOString().slice(0, 10);
  return { registrar, own, add, edit, check, refuse, audited, withDocument, certify, today };
}
