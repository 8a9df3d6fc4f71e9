import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { register } from '@fairlead/contract/certificates/register';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { earned } from '../../../testing/journey.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { unknown } from '../../assessments/testing/sitting.ts';

const program = await testApp();
const { call, person, db, clock, worker } = program;
const registrar = await person('registrar');
const instructor = await person('instructor');

describe('printing', () => {
  const print = (ids: string[], as = registrar) => call(register.print, { body: { ids } }, as);

  test('returns one PDF with a page for each certificate, and is audited', async () => {
    const certified = [await earned(program), await earned(program), await earned(program)].map(
      ({ certificate }) => certificate,
    );
    await worker.drain();
    const response = await program.app.inject({
      method: 'POST',
      url: '/api/certificates/print',
      payload: { ids: certified.map(({ id }) => id) },
      headers: { authorization: `Bearer ${await signAccessToken(registrar, program.config.secrets.token, clock())}` },
    });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="certificates-[\d-]{10}\.pdf"$/);
    const joined = await PDFDocument.load(response.rawPayload);
    expect([joined.getPageCount(), joined.catalog.has(PDFName.of('AcroForm'))]).toEqual([3, false]);
    const printed = await db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'certificate.print')
      .executeTakeFirstOrThrow();
    expect(printed.details).toEqual({ numbers: certified.map(({ number }) => number).sort() });
  });

  test('is refused for certificates without a sheet, for too many, and for people without the permission', async () => {
    const { certificate } = await earned(program);
    expect(await print([certificate.id])).toMatchObject({ status: 409 });
    await worker.drain();
    expect((await print([certificate.id])).status).toBe(200);
    expect((await print([certificate.id, unknown])).status).toBe(409);
    expect((await print([])).status).toBe(400);
    expect((await print(Array.from({ length: 101 }, () => unknown))).status).toBe(400);
    expect((await print([certificate.id], instructor)).status).toBe(403);
  });
});
