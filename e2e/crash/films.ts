import { readFile } from 'node:fs/promises';
import { training } from '@fairlead/contract/training/calls';
import { expect } from '@playwright/test';
import type { Academy } from '../academy.ts';
import { ask } from '../ask.ts';
import { film } from '../films.ts';
import { openSchool } from '../pages/school.ts';
import { announce, sendingOf } from '../tus.ts';
import type { Acknowledge, Clerk } from './clerk.ts';
import { keptSession } from './kept-session.ts';

const pieceBytes = 64 * 1024;
/** The number of films that stay in the training; for each further one the oldest is removed. */
const kept = 6;

type Upload = { id: string; title: string; acknowledgedBytes: number };

/** Uploads film after film in pieces, and continues where the killed program stopped. */
export async function films(academy: Academy): Promise<Clerk> {
  const content = await readFile(film('e2e-raft'));
  const open = keptSession(() => openSchool(academy));
  const courseId = await (await open()).course('Uploads', { films: 0, test: false });
  /** Titles whose upload was acknowledged, and those whose removal was. */
  const [there, gone] = [new Set<string>(), new Set<string>()];
  let upload: Upload | undefined;
  let number = 0;

  const token = async () => (await open()).principal.login.accessToken;
  const listFilms = async (as: string) => {
    const { data } = await ask({ url: academy.url, token: as }, training.getForCourse, { params: { courseId } });
    return data[0]?.trainingVideo ?? [];
  };

  /** Completes the film that is being uploaded, from the point that it has reached. */
  async function goOn(as: string, acknowledge: Acknowledge): Promise<void> {
    const desk = { url: academy.url, token: as };
    if (!upload) {
      const title = `Film ${number++}`;
      upload = { id: await announce(desk, `${title}.mp4`, content.length), title, acknowledgedBytes: 0 };
      acknowledge('uploads');
    }
    const { id, title } = upload;
    // It has become a film, and the response was lost: nothing is left to send.
    if (!(await listFilms(as)).some((one) => one.title === title)) {
      const sending = sendingOf(desk, id);
      for (let offset = await sending.offset(); offset < content.length; ) {
        offset = await sending.send(offset, content.subarray(offset, offset + pieceBytes));
        upload.acknowledgedBytes = offset;
        acknowledge('pieces of films');
      }
    }
    await ask(desk, training.addUploaded, { body: { courseId, title: 'Drills', uploads: [id] } });
    there.add(title);
    upload = undefined;
    acknowledge('films');
  }

  async function removeOldest(as: string, acknowledge: Acknowledge): Promise<void> {
    const all = await listFilms(as);
    const [oldest] = all;
    if (!oldest || all.length <= kept) return;
    there.delete(oldest.title);
    await ask({ url: academy.url, token: as }, training.removeFilm, { params: { id: oldest._id } });
    gone.add(oldest.title);
    acknowledge('removals');
  }

  async function check(): Promise<void> {
    const as = await token();
    const titles = (await listFilms(as)).map(({ title }) => title);
    expect(new Set(titles).size, 'no film is there twice').toBe(titles.length);
    for (const title of there) expect(titles).toContain(title);
    for (const title of gone) expect(titles).not.toContain(title);
    if (!upload || titles.includes(upload.title)) return;
    const offset = await sendingOf({ url: academy.url, token: as }, upload.id).offset();
    expect(offset).toBeGreaterThanOrEqual(upload.acknowledgedBytes);
  }

  return {
    async work(acknowledge) {
      const as = await token();
      for (;;) {
        await goOn(as, acknowledge);
        await removeOldest(as, acknowledge);
      }
    },
    check,
    async finish() {
      await goOn(await token(), () => {});
      await check();
    },
  };
}
