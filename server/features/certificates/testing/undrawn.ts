import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../../../testing/app.ts';
import { passed } from '../../../testing/journey.ts';

/** Certificates that were issued and not drawn yet, and what drawing them resulted in. */
export function undrawnCertificates(program: TestApp) {
  const { db, config } = program;
  const folder = join(config.dataDir, 'files', 'certificates');
  const find = (enrolmentId: string) =>
    db.selectFrom('certificate').selectAll().where('enrolmentId', '=', enrolmentId).executeTakeFirstOrThrow();
  return {
    folder,
    find,
    /** A certificate that was issued and not drawn. */
    issued: async (profile: { ownScriptName?: string } = {}) => {
      const { learner, enrolmentId } = await passed(program, { profile });
      return { learner, ...(await find(enrolmentId)) };
    },
    /** The PDF of a certificate, and all files added to the folder since `before`. */
    outcome: async ({ enrolmentId, before }: { enrolmentId: string; before: string[] }) => {
      const { pdfFileId } = await find(enrolmentId);
      const file = await db.selectFrom('storedFile').selectAll().where('id', '=', pdfFileId).executeTakeFirst();
      const added = (await readdir(folder)).filter((name) => !before.includes(name)).sort();
      return { file, added };
    },
    /** The texts of the emails that the academy got about a certificate. */
    emailsToAcademy: async (certificateId: string): Promise<(string | undefined)[]> => {
      const certificate = db.selectFrom('certificate').select('number').where('id', '=', certificateId);
      const { number } = await certificate.executeTakeFirstOrThrow();
      const emails = await program.mailsTo(config.academyDefaults.email);
      return emails.filter(({ subject }) => subject === `Please check certificate ${number}`).map(({ text }) => text);
    },
  };
}
