import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage, request } from 'node:http';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from '@playwright/test';
import { startAcademy } from '../../e2e/academy.ts';
import { ask } from '../../e2e/ask.ts';
import { film } from '../../e2e/films.ts';
import { openSchool } from '../../e2e/pages/school.ts';
import { announce, sendingOf } from '../../e2e/tus.ts';
import { uploadsPath } from '../../server/platform/files/resumable-uploads.ts';

test('a program that is stopped during an upload and a film exits in time and keeps what it has received', async () => {
  test.setTimeout(480_000);
  const academy = await startAcademy({ mail: 'files' });
  try {
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 1, played: true, test: false });
    const asha = await school.learner('Asha');
    await school.enrol(asha, courseId);
    const learner = { url: academy.url, token: asha.login.accessToken };
    const read = async () =>
      (await ask(learner, training.getForCourse, { params: { courseId } })).data[0]?.trainingVideo[0];
    const before = await read();
    const body = { watched: [[0, 6]] as [number, number][], position: 6 };
    const params = { id: before?._id ?? '' };
    const { data: credited } = await ask(learner, training.reportProgress, { params, body });
    // a player that has requested the film and reads it slowly
    const player = get(new URL(before?.url ?? '', academy.url));
    const [playing] = (await once(player, 'response')) as [IncomingMessage];
    expect(playing.statusCode).toBe(200);
    playing.on('error', () => {});
    playing.pause();

    const desk = { url: academy.url, token: school.principal.login.accessToken };
    const content = await readFile(film('e2e-raft'));
    const sending = sendingOf(desk, await announce(desk, 'raft.mp4', content.length));
    const acknowledged = await sending.send(0, content.subarray(0, 64 * 1024));
    // a second piece, of which only a part has arrived when the program is asked to end
    const piece = request(`${academy.url}${uploadsPath}/${sending.id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${desk.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': acknowledged,
        'content-type': 'application/offset+octet-stream',
        'content-length': content.length - acknowledged,
        expect: '100-continue',
      },
    });
    const cut = once(piece, 'close');
    piece.on('error', () => {});
    piece.flushHeaders();
    await once(piece, 'continue');
    piece.write(content.subarray(acknowledged, acknowledged + 64 * 1024));
    expect(await academy.terminate()).toBe(0);
    await cut;

    await academy.restart();
    const there = await sending.offset();
    expect(there).toBeGreaterThanOrEqual(acknowledged);
    expect(await sending.send(there, content.subarray(there))).toBe(content.length);
    expect((await read())?.watchedSeconds).toBeGreaterThanOrEqual(credited.watchedSeconds);
    const again = await fetch(new URL((await read())?.url ?? '', academy.url));
    expect(Buffer.from(await again.arrayBuffer()).equals(content)).toBe(true);
  } finally {
    await academy.stop();
  }
});
