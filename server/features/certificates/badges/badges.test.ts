import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type BadgeForm, badges } from '@fairlead/contract/certificates/badges';
import { certificates } from '@fairlead/contract/certificates/calls';
import { badgeTextIn } from '@fairlead/contract/certificates/open-badges/baked';
import { academyDid, type BadgeSources, checkBadge } from '@fairlead/contract/certificates/open-badges/check-badge';
import { type Document, signDocument, toMultikey } from '@fairlead/contract/certificates/open-badges/data-integrity';
import { listLength } from '@fairlead/contract/certificates/open-badges/status-list';
import { register } from '@fairlead/contract/certificates/register';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readStored } from '../../../platform/files/read-stored.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { earned } from '../../../testing/journey.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { badgeCredential } from './badge-credential.ts';
import { type BadgeRow, findForBadge } from './queries.ts';

const program = await testApp();
const { app, call, person, wait, db, clock, keys, config, worker } = program;
const registrar = await person('registrar');
const academy = academyDid(config.publicUrl);

async function download(id: string, as: Person, form?: BadgeForm) {
  const url = `/api/certificates/${id}/badge${form ? `?form=${form}` : ''}`;
  const token = await signAccessToken(as, config.secrets.token, clock());
  return app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}
const get = (url: string) => app.inject({ url: url.replace(config.publicUrl, '') });
const sources = (): BadgeSources => ({
  academy,
  keys: async () => (await call(certificates.keys)).body.data,
  statusList: async (url) => (await get(url)).json(),
  now: clock(),
});
const check = (badge: string | Document) =>
  checkBadge(typeof badge === 'string' ? badge : JSON.stringify(badge), sources());
const stateOf = async (badge: string) => {
  const answer = await check(badge);
  return 'state' in answer ? answer.state : answer.verdict;
};

/** A holder with a certificate and its badge. */
async function holder(readiness: Parameters<typeof earned>[1] = {}) {
  const { learner, certificate, course } = await earned(program, readiness);
  const { body: badge } = await download(certificate.id, learner);
  return { learner, certificate, course, badge };
}
const revoke = (id: string) =>
  call(register.revoke, { params: { id }, body: { reason: 'Issued in error' } }, registrar);

describe('the badge of a certificate', () => {
  test('states course, days, number and name, and nothing else of its holder', async () => {
    const { learner, certificate, course, badge } = await holder();
    const { credentialSubject, ...credential } = JSON.parse(badge);
    expect(credential).toMatchObject({
      id: `https://academy.example/verify/${certificate.number}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: 'did:web:academy.example', type: ['Profile'] },
      // The academy's days are those of Kolkata.
      validFrom: '2026-11-19T18:30:00Z',
      validUntil: '2028-11-20T18:29:59Z',
    });
    expect(credentialSubject).toMatchObject({
      licenseNumber: certificate.number,
      achievement: { name: course.title, criteria: { narrative: expect.stringContaining('Testing the air') } },
      identifier: [
        { identityHash: 'Asha Nair', hashed: false },
        { hashed: true, identityType: 'emailAddress' },
      ],
    });
    for (const hidden of [learner.email, 'N1234567', '1990-05-17', 'MUM 123456', '12GL3456', 'G-42']) {
      expect(badge).not.toContain(hidden);
    }
    expect(await check(badge)).toMatchObject({ verdict: 'signed', state: 'valid' });
  });

  test('states to what the course was held, where the certificate does', async () => {
    const { certificate } = await holder();
    const row = (await findForBadge(db, certificate.id)) as BadgeRow;
    const means = { config, academy: { name: 'Academy', email: 'office@academy.example' } };
    const narrative = (heldTo: string) =>
      badgeCredential({ ...row, heldTo }, 0, means).credentialSubject.achievement.criteria.narrative;
    expect(narrative('STCW 2010, MSC.560(108)')).toContain('The course was held to: STCW 2010, MSC.560(108).');
    expect(narrative('')).not.toContain('held to');
  });

  test('states the approval of the course, in fields of its own, where the certificate does', async () => {
    const approval = { approvedBy: 'DG Shipping, India', approvalNumber: 'TR/A/29/2024' };
    const { certificate, badge } = await holder();
    expect(badge).not.toContain('otherIdentifier');
    await db.updateTable('certificate').set(approval).where('id', '=', certificate.id).execute();
    const row = (await findForBadge(db, certificate.id)) as BadgeRow;
    const means = { config, academy: { name: 'Academy', email: 'office@academy.example' } };
    const { achievement } = badgeCredential(row, 0, means).credentialSubject;
    expect(achievement).toMatchObject({
      criteria: { narrative: expect.stringContaining('approved by DG Shipping, India, approval number TR/A/29/2024') },
      otherIdentifier: [
        { identifierType: 'ext:approvedBy', identifier: approval.approvedBy },
        { identifierType: 'ext:approvalNumber', identifier: approval.approvalNumber },
      ],
    });
  });

  // shows: threats/forged-badge
  test('is no longer the academy’s if anything of it changes', async () => {
    const { badge } = await holder();
    const changed = changesOf(JSON.parse(badge));
    expect(changed.length).toBeGreaterThan(40);
    for (const { place, document } of changed) {
      const { verdict } = await check(document);
      expect(['altered', 'malformed', 'unsupported', 'unknown-key', 'foreign'], place).toContain(verdict);
      // Of another issuer it is nobody's: no key of that issuer has signed it.
      if (verdict === 'foreign') expect(await check(document), place).toMatchObject({ keySource: 'elsewhere' });
    }
  });

  // shows: threats/forged-badge
  test('of a forger who names the academy is not the academy’s', async () => {
    const { proof, ...unsigned } = JSON.parse((await holder()).badge);
    const forger = generateKeyPairSync('ed25519');
    const key = toMultikey(Buffer.from(String(forger.publicKey.export({ format: 'jwk' }).x), 'base64url'));
    const signed = (verificationMethod: string, document: Document = unsigned) =>
      signDocument(document, {
        created: proof.created,
        verificationMethod,
        sign: (message) => sign(null, message, forger.privateKey),
      });
    expect(await check(await signed(proof.verificationMethod))).toEqual({ verdict: 'altered' });
    expect(await check(await signed(`${academy}#${key}`))).toMatchObject({ verdict: 'unknown-key' });
    expect(await check(await signed(`did:key:${key}#${key}`))).toMatchObject({ verdict: 'unknown-key' });
    const own = await signed(`did:key:${key}#${key}`, { ...unsigned, issuer: `did:key:${key}` });
    expect(await check(own)).toMatchObject({ verdict: 'foreign', issuer: `did:key:${key}` });
  });

  test('is baked into pictures that programs for badges and for pictures read', async () => {
    const { learner, certificate } = await holder();
    for (const form of ['png', 'svg'] as const) {
      const answer = await download(certificate.id, learner, form);
      expect(answer.headers['content-disposition']).toContain(`${certificate.number}-badge.${form}`);
      const picture = answer.rawPayload;
      expect(await sharp(picture).metadata()).toMatchObject({ width: 512, height: 512, format: form });
      expect(await stateOf(badgeTextIn(picture) ?? '')).toBe('valid');
    }
  });

  test('is attached to its PDF', async () => {
    const { certificate } = await holder();
    await worker.drain();
    const { filename } = await db
      .selectFrom('certificate')
      .innerJoin('storedFile', 'storedFile.id', 'certificate.pdfFileId')
      .select('filename')
      .where('certificate.id', '=', certificate.id)
      .executeTakeFirstOrThrow();
    const pdf = await readStored(program, 'certificates', filename);
    const attached = (await PDFDocument.load(pdf ?? '')).getAttachments();
    const badge = attached.find(({ name }) => name === 'badge.json')?.data;
    expect(await stateOf(Buffer.from(badge ?? '').toString())).toBe('valid');
  });
});

describe('whether it was withdrawn', () => {
  test('is said by its status list: of a revoked certificate, and of no other', async () => {
    const [revoked, other] = [await holder(), await holder()];
    expect(await stateOf(revoked.badge)).toBe('valid');
    expect((await revoke(revoked.certificate.id)).status).toBe(200);
    expect(await stateOf(revoked.badge)).toBe('withdrawn');
    expect(await stateOf(other.badge)).toBe('valid');
    expect((await download(revoked.certificate.id, revoked.learner)).statusCode).toBe(409);
  });

  // shows: threats/register-changed-directly
  test('is said even if somebody undoes the revocation in the register', async () => {
    const { certificate, badge } = await holder();
    await revoke(certificate.id);
    const undone = { status: 'issued', revokedAt: null, revokedBy: null, revocationReason: null } as const;
    await db.updateTable('certificate').set(undone).where('id', '=', certificate.id).execute();
    expect(await stateOf(badge)).toBe('withdrawn');
  });

  test('is said of one that was corrected, whose successor has a badge of its own', async () => {
    const { certificate, badge, learner } = await holder();
    const body = {
      name: 'Asha K Nair',
      dateOfBirth: '1990-05-17',
      passportNo: 'N1234567',
      reason: 'Middle name',
      cdcNo: 'MUM 123456',
      indosNo: '12GL3456',
      gradeNo: 'G-42',
    };
    const { data } = (await call(register.correct, { params: { id: certificate.id }, body }, registrar)).body;
    expect(await stateOf(badge)).toBe('withdrawn');
    const corrected = await db
      .selectFrom('certificate')
      .select('id')
      .where('number', '=', data.certNo)
      .executeTakeFirstOrThrow();
    expect(await stateOf((await download(corrected.id, learner)).body)).toBe('valid');
  });

  test('depends on the day: a badge expires with its certificate', async () => {
    const { badge } = await holder({ course: { validityMonths: 1 } });
    const list = JSON.parse(badge).credentialStatus.statusListCredential;
    const until = Date.parse(JSON.parse(badge).validUntil) - clock().getTime();
    const at = (ms: number) => checkBadge(badge, { ...sources(), now: new Date(clock().getTime() + ms) });
    expect(await at(until + 1000)).toMatchObject({ state: 'expired' });
    const fresh = (await get(list)).json();
    const week = 7 * 24 * 3600_000;
    expect(Date.parse(fresh.validUntil) - Date.parse(fresh.validFrom)).toBe(week);
    // without a newer list
    expect(await at(week + 1000)).toMatchObject({ state: 'unsure' });
  });

  test('is read from a list of its own, at a random place', async () => {
    const places = await Promise.all([holder(), holder()]).then((holders) =>
      holders.map(({ badge }) => Number(JSON.parse(badge).credentialStatus.statusListIndex)),
    );
    expect(new Set(places).size).toBe(2);
    expect(places.every((place) => place >= 0 && place < listLength)).toBe(true);
    const answer = await get('/api/badges/status/0');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/vc', 'access-control-allow-origin': '*' });
    expect(answer.rawPayload.length).toBeLessThan(3000);
    expect((await get('/api/badges/status/1')).statusCode).toBe(404);
    expect((await get('/api/badges/status/none')).statusCode).toBe(404);
  });

  test('is not known from a list that the academy has not signed', async () => {
    const { badge } = await holder();
    const list = (await get('/api/badges/status/0')).json();
    const stateWith = async (changed: unknown) => {
      const answer = await checkBadge(badge, { ...sources(), statusList: async () => changed });
      return 'state' in answer && answer.state;
    };
    expect(await stateWith(list)).toBe('valid');
    expect(await stateWith({ ...list, validUntil: '2099-01-01T00:00:00Z' })).toBe('unsure');
    expect(await stateWith({ ...list, id: `${list.id}0` })).toBe('unsure');
    expect(await stateWith({ ...list, issuer: 'did:web:other.example' })).toBe('unsure');
    expect(await stateWith(undefined)).toBe('unsure');
  });
});

describe('who gets it', () => {
  // shows: threats/foreign-record
  test('the holder and staff who read certificates; nobody else', async () => {
    const { certificate, learner } = await holder();
    const statusFor = async (as: Person) => (await download(certificate.id, as)).statusCode;
    expect(await statusFor(learner)).toBe(200);
    expect(await statusFor(registrar)).toBe(200);
    expect(await statusFor(await person())).toBe(404);
    expect(await statusFor(await person('instructor'))).toBe(403);
    expect((await call(badges.download, { params: { id: certificate.id } })).status).toBe(401);
  });

  // shows: threats/register-changed-directly
  test('nobody, of a certificate that the log contradicts', async () => {
    const { certificate, learner } = await holder();
    const named = (name: string) =>
      db.updateTable('certificate').set({ name }).where('id', '=', certificate.id).execute();
    await named('Somebody Else');
    for (const as of [learner, registrar]) {
      const answer = await download(certificate.id, as);
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('Do not rely on it')]);
    }
    await named(certificate.name);
    expect((await download(certificate.id, learner)).statusCode).toBe(200);
  });

  test('nobody, of a certificate on hold', async () => {
    const { certificate, learner } = await earned(program, { profile: { identityChangedAt: clock() } });
    expect((await download(certificate.id, learner)).statusCode).toBe(404);
    expect((await download(certificate.id, registrar)).statusCode).toBe(404);
  });
});

describe('the academy’s DID document', () => {
  const read = async () => (await get('/.well-known/did.json')).json();

  test('has every key that ever existed, and what an ended key has signed stays valid', async () => {
    const { badge } = await holder();
    const first = await keys.facts();
    const stolen = await readFile(join(config.dataDir, 'keys', `${first.id}.pem`));
    wait(3600);
    const second = await keys.rotate('facts');
    const document = await read();
    expect(document.id).toBe(academy);
    expect(document.verificationMethod).toEqual([
      expect.not.objectContaining({ expires: expect.anything() }),
      expect.objectContaining({ id: `${academy}#${first.id}`, expires: clock().toISOString().replace('.000', '') }),
    ]);
    expect(document.assertionMethod).toEqual([`${academy}#${second}`, `${academy}#${first.id}`]);
    expect(await stateOf(badge)).toBe('valid');

    // What somebody signs later with the ended key is not the academy's.
    wait(3600);
    const { proof: _, ...unsigned } = JSON.parse(badge);
    const forged = await signDocument(unsigned, {
      created: `${clock().toISOString().slice(0, 19)}Z`,
      verificationMethod: `${academy}#${first.id}`,
      sign: (message) => sign(null, message, stolen),
    });
    expect(await check(forged)).toEqual({ verdict: 'forged' });
  });
});

/** Every document in which one value of the given one was changed, or one part was left out. */
function changesOf(document: Document): { place: string; document: Document }[] {
  const changes: { place: string; document: Document }[] = [];
  const visit = (part: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(part)) {
      const place = `${path}.${key}`;
      const changed = (to: unknown) => {
        part[key] = to;
        changes.push({ place, document: structuredClone(document) });
        part[key] = value;
      };
      if (typeof value === 'string') changed(value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x'));
      if (typeof value === 'boolean') changed(!value);
      changed(undefined);
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>, place);
    }
  };
  visit(document, '');
  return changes;
}
