import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { audit } from '@fairlead/contract/audit/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addProfile } from '../../testing/factories.ts';
import { passed } from '../../testing/journey.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';

const program = await testApp();
const { call, person, db, chainAppender, app, config, clock } = program;
const admin = await person('admin', { firstName: 'Ada', lastName: 'Admiral' });
const registrar = await person('registrar', { firstName: 'Rekha', lastName: 'Rao' });

const list = async (query: Record<string, string> = {}) => (await call(audit.list, { query }, admin)).body.data;
const disable = (who: Person) =>
  call(staffAccounts.disable, { params: { id: who.accountId }, body: { note: 'Left the company' } }, registrar);
const openings = (actorId: string) =>
  db
    .selectFrom('auditEvent')
    .select('details')
    .where('action', '=', 'document.open')
    .where('actorId', '=', actorId)
    .execute();

async function withProfile(learner: Person): Promise<Person> {
  await addProfile(program, learner);
  return learner;
}

describe('the audit', () => {
  // shows: asvs/16.2.1
  test('records who did what to whom, when, and from which IP address', async () => {
    const learner = await person('learner', { firstName: 'Irfan', lastName: 'Khan' });
    const response = await app.inject({
      method: 'POST',
      url: `/api/user/disable-user/${learner.accountId}`,
      payload: { note: 'Left the company' },
      headers: {
        authorization: `Bearer ${await signAccessToken(registrar, config.secrets.token, clock())}`,
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
      },
    });
    expect(response.statusCode).toBe(200);
    await chainAppender.append();
    expect((await list()).at(0)).toEqual({
      _id: expect.any(String),
      at: expect.any(String),
      action: 'account.disable',
      by: { _id: registrar.accountId, name: 'Rekha Rao', email: registrar.email },
      subject: { kind: 'account', id: learner.accountId, name: 'Irfan Khan', userId: learner.accountId },
      details: { note: 'Left the company' },
      address: '127.0.0.1',
      device: 'Chrome on Windows',
      link: expect.any(Number),
    });
  });

  test('is searched by person, as actor or as subject, by action and by day', async () => {
    const learner = await person('learner', { firstName: 'Zubin', lastName: 'Daruwala' });
    await disable(learner);
    await call(staffAccounts.enable, { params: { id: learner.accountId } }, registrar);
    const found = async (query: Record<string, string>) => (await list(query)).map(({ action }) => action);
    expect(await found({ q: 'zubin' })).toEqual(['account.enable', 'account.disable']);
    expect(await found({ q: 'Rekha' })).toEqual(expect.arrayContaining(['account.enable', 'account.disable']));
    expect(await found({ q: 'zubin', action: 'account.disable' })).toEqual(['account.disable']);
    const day = (at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(at);
    const { at } = await db.selectFrom('auditEvent').select('at').orderBy('at', 'desc').executeTakeFirstOrThrow();
    expect(await found({ q: 'zubin', from: day(at), to: day(at) })).toHaveLength(2);
    expect(await found({ q: 'zubin', to: day(new Date(at.getTime() - 86_400_000)) })).toEqual([]);
    expect(await found({ q: 'zubin', from: day(new Date(at.getTime() + 86_400_000)) })).toEqual([]);
    expect((await call(audit.list, { query: { action: "';--" } }, admin)).status).toBe(400);
    const { body } = await call(audit.actions, admin);
    expect(body.data).toEqual(expect.arrayContaining(['account.disable', 'account.enable']));
  });

  test('names no device for actions of the program itself, even right after a request', async () => {
    const learner = await person();
    program.worker.start();
    try {
      const { enrolmentId } = await passed(program, { learner: await withProfile(learner) });
      const drawn = () =>
        db
          .selectFrom('auditEvent')
          .innerJoin('certificate', (join) => join.on(sql`certificate.id::text`, '=', sql`audit_event.subject_id`))
          .select(['auditEvent.device', 'auditEvent.actorId'])
          .where('certificate.enrolmentId', '=', enrolmentId)
          .where('auditEvent.action', '=', 'certificate.draw')
          .execute();
      await expect.poll(drawn, { timeout: 30_000 }).toEqual([{ device: null, actorId: null }]);
    } finally {
      await program.worker.stop();
    }
  });

  // shows: asvs/16.4.2
  test('is only for administrators', async () => {
    for (const role of ['learner', 'registrar', 'instructor'] as const) {
      const who = await person(role);
      expect((await call(audit.list, {}, who)).status).toBe(403);
      expect((await call(audit.verify, who)).status).toBe(403);
      expect((await program.request('GET', '/api/export/audit', { as: who })).status).toBe(403);
    }
  });

  test('is exported as a table, which is audited itself', async () => {
    await disable(await person());
    const { status, body } = await program.request('GET', '/api/export/audit?action=account.disable', { as: admin });
    expect(status).toBe(200);
    expect(String(body)).toContain('account.disable');
    expect((await list({ action: 'list.export' })).at(0)?.details).toEqual({ action: 'account.disable' });
  });

  test('is verified from end to end on request, and reports where it was changed', async () => {
    await disable(await person());
    await chainAppender.append();
    const before = (await call(audit.verify, admin)).body.data;
    expect(before.audit).toEqual({ size: expect.any(Number), flaws: [], found: 0 });
    await db.updateTable('auditEvent').set({ address: '10.0.0.1' }).where('sealIndex', '=', 1).execute();
    expect((await call(audit.verify, admin)).body.data.audit.flaws).toEqual([
      { index: 1, certNo: null, reason: 'what it stands for was changed' },
    ]);
    await db.updateTable('auditEvent').set({ address: '127.0.0.1' }).where('sealIndex', '=', 1).execute();
  });
});

describe('the opening of a document', () => {
  /** A link to a person's signature, as issued to another account. */
  const linkFor = async (learner: Person, as: Person) => {
    const { body } = await call(seafarers.listProfiles, { query: { q: learner.email } }, as);
    const profile = body.data.find(({ _id }) => _id === learner.accountId);
    return profile?.signature.url ?? '';
  };

  // shows: asvs/14.2.4
  test('by staff is audited once an hour, by its owner it is not', async () => {
    const learner = await person();
    await addProfile(program, learner);
    const signature = await linkFor(learner, registrar);
    expect(signature).toContain(`for=${registrar.accountId}`);
    const own = await call(seafarers.getOwnProfile, learner);
    expect(own.body.data.signature.url).toContain(`for=${learner.accountId}`);
    await program.request('GET', own.body.data.signature.url);
    expect(await openings(learner.accountId)).toEqual([]);
    for (let n = 0; n < 3; n++) await program.request('GET', signature);
    expect(await openings(registrar.accountId)).toEqual([{ details: { folder: 'signatures' } }]);
  });

  test('by a link with another reader is refused', async () => {
    const learner = await person();
    await addProfile(program, learner);
    const signature = await linkFor(learner, registrar);
    expect((await program.request('GET', signature.replace(/for=[^&]+/, `for=${learner.accountId}`))).status).toBe(401);
    expect((await program.request('GET', signature.replace(/&for=[^&]+/, ''))).status).toBe(401);
  });

  test('with one’s own session is audited too', async () => {
    const learner = await person();
    await addProfile(program, learner);
    const signature = await linkFor(learner, admin);
    await program.request('GET', signature.split('?')[0] ?? '', { as: admin });
    expect(await openings(admin.accountId)).toHaveLength(1);
    expect((await list({ action: 'document.open' })).at(0)?.subject.userId).toBe(learner.accountId);
  });
});
