import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Academy, eventually, startAcademy } from '../e2e/academy.ts';
import { engines } from '../e2e/engines.ts';
import { codeOnSheet } from '../e2e/pages/codes.ts';
import { openSchool } from '../e2e/pages/school.ts';

type Held = { data: { certNo: string; pdfPath: { url: string } | null } };
type Registered = { data: { certNo: string; pdfPath: object | null }[] };

/**
 * Replaces the only stored portrait by a pipe: the renderer that reads it waits until something is written.
 *
 * @returns functions that wait until the renderer reads it, and that restore the portrait.
 */
async function heldPortrait({ dataDir }: Academy) {
  const folder = join(dataDir, 'files', 'profile_pictures');
  const [name = ''] = await readdir(folder);
  const [portrait, aside] = [join(folder, name), join(dataDir, 'portrait')];
  await rename(portrait, aside);
  await promisify(execFile)('mkfifo', [portrait]);
  return {
    isAwaited: () =>
      eventually('somebody is drawing', async () => {
        try {
          // A pipe opens for writing without blocking only once it is being read.
          return await open(portrait, constants.O_WRONLY | constants.O_NONBLOCK);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENXIO') return undefined;
          throw error;
        }
      }),
    putBack: () => rename(aside, portrait),
  };
}

for (const engine of engines) {
  test(`a program killed between a pass and the rendering has the PDF after the next start, on ${engine.name}`, async ({
    context,
  }) => {
    const academy = await startAcademy({ engine, mail: 'files' });
    try {
      const school = await openSchool(academy);
      const courseId = await school.course('Survival Craft', { films: 1, test: true });
      const learner = await school.trained('Asha', courseId);
      const portrait = await heldPortrait(academy);
      await school.sit(learner, courseId, true);

      const own = () => school.ask<Held>(learner, 'GET', `/certificate/${courseId}`);
      const { certNo, pdfPath } = (await own()).data;
      expect(pdfPath).toBeNull();
      const reading = await portrait.isAwaited();
      await academy.crash(async () => {
        await reading.close();
        await portrait.putBack();
      });

      const { number, facts } = await codeOnSheet(academy, context, learner, courseId);
      expect([number, facts.name]).toEqual([certNo, 'Asha Kumar']);
      const { data } = await school.ask<Registered>(school.principal, 'GET', '/certificates');
      expect(data).toMatchObject([{ certNo, pdfPath: { url: expect.any(String) } }]);
      // the PDF alone: its picture is drawn when it is first opened
      expect(await readdir(join(academy.dataDir, 'files', 'certificates'))).toHaveLength(1);
    } finally {
      await academy.stop();
    }
  });
}
