import { offlineRecords, ProgressFile } from '@fairlead/contract/offline-records';
import { training } from '@fairlead/contract/training';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInCamera } from '../../../testing/camera.ts';
import { courseOf } from '../../../testing/courses.ts';
import { button, expectNone } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { issuedPassOf } from '../../../testing/offline-records.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { enrolmentOf, filmOf, trainingOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { standInWorkers } from '../../../testing/stand-in-worker.ts';
import { drawCode } from '../../lib/codes/draw-code.ts';
import { greyOf, readCode } from '../../lib/codes/read-pixels.ts';
import { personNow } from '../../lib/session/session.ts';
import { obtainPass, recordPlayed } from './api.ts';
import { codesOf, fileIn, type ReadCodes, withCode } from './progress-codes.ts';

const courseId = courseOf()._id;
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });

/** Characters that cannot be compressed to less than three quarters. */
function noise(length: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet[state % 64];
  }).join('');
}

/** The training of a course that is aboard, with two seconds that are not sent. */
async function openAboard(statement: string) {
  learnerAt([enrolmentOf()]);
  server.answer(offlineRecords.issuePass, { data: { ...issuedPassOf([filmOf(1)._id]), statement } });
  await obtainPass(courseId);
  const part = { from: 0, to: 2, began: 10, ended: 12, wallClock: 1_795_000_000, rate: 1, visible: true, muted: false };
  await recordPlayed({ person: personNow(), courseId }, { filmId: filmOf(1)._id, parts: [part], answers: {} });
  server.fail(offlineRecords.sync, 'no link');
  await openTraining();
}

async function openTraining() {
  server.answer(training.getForCourse, { data: [trainingOf([filmOf(1)])] });
  await openPage(`/training/${courseId}`);
}

/** The pixels of a code, drawn from its picture on the screen at four pixels for a module. */
async function pixelsOf(svg: Element): Promise<ImageData> {
  const side = 4 * (svg as SVGSVGElement).viewBox.baseVal.width;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('width', `${side}`);
  copy.setAttribute('height', `${side}`);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const pen = new OffscreenCanvas(side, side).getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, side, side);
}

describe('progress as codes', () => {
  const shown = async () => readCode(greyOf(await pixelsOf(dialog.getByRole('img').element())), 5000) ?? '';

  test('is the signed file, one after another by keys, and again after the last', async () => {
    const statement = noise(4000);
    await openAboard(statement);
    await button('Show as codes').click();
    await expect.element(inDialog('Next')).toHaveFocus();
    const count = Number(/of (\d+)/.exec(dialog.getByRole('status').element().textContent ?? '')?.[1]);
    expect(count).toBeGreaterThan(3);
    await expectSound('progress as codes');
    let codes: ReadCodes | string | undefined;
    for (let number = 1; number <= count; number++) {
      await expect.element(dialog.getByRole('img', { name: `QR code ${number} of ${count}` })).toBeVisible();
      await expect.element(dialog.getByRole('status')).toHaveTextContent(`Code ${number} of ${count}`);
      codes = withCode(codes as ReadCodes | undefined, await shown());
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(dialog.getByText(`Code 1 of ${count}`)).toBeVisible();
    await inDialog('Previous').click();
    await expect.element(dialog.getByText(`Code ${count} of ${count}`)).toBeVisible();
    const file = ProgressFile.parse(JSON.parse(await fileIn(codes as ReadCodes)));
    expect([file.pass, file.part.first]).toEqual([statement, 1]);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Show as codes')).toHaveFocus();
    // who has read some of them goes on with the same series
    await button('Show as codes').click();
    await expect.element(dialog.getByText(`Code 1 of ${count}`)).toBeVisible();
    expect(withCode(codes as ReadCodes, await shown())).toBe(codes);
  });

  test('that would be too many codes is to be saved as a file', async () => {
    await openAboard(noise(60_000));
    await button('Show as codes').click();
    await expect.element(dialog.getByText('This is too much for codes. Save your progress as a file.')).toBeVisible();
    await expectNone(dialog.getByRole('img'));
    await expectSound('progress as codes, too much');
  });

  test('in a browser that cannot make them is to be saved as a file', async () => {
    await openAboard('signed');
    vi.stubGlobal('CompressionStream', undefined);
    await button('Show as codes').click();
    await expect.element(dialog.getByText('Failed to make the codes. Save your progress as a file.')).toBeVisible();
  });
});

describe('codes of progress', () => {
  const file = noise(3000);
  const uploaded = { userName: 'Asha Nair', courseTitle: 'Personal Survival Techniques', creditedSeconds: 120 };
  const credited = '2 min of Personal Survival Techniques credited to Asha Nair.';

  /** The training of a learner who reads codes with a camera; `see` has it see one. */
  async function openReader() {
    learnerAt([enrolmentOf()]);
    await openTraining();
    const { track } = standInCamera();
    const started = standInWorkers();
    await button('Read codes').click();
    async function see(text: string) {
      const before = started.at(-1)?.received.length ?? 0;
      started.at(-1)?.onmessage?.({ data: { kind: 'answer', text } });
      return before;
    }
    const isLooking = () => expect.poll(() => started.at(-1)?.received.length).toBeGreaterThan(0);
    await isLooking();
    /** The camera sees a code, and looks again. */
    async function scan(text: string) {
      const before = await see(text);
      await expect.poll(() => started.at(-1)?.received.length).toBeGreaterThan(before);
    }
    return { track, started, see, scan, isLooking };
  }

  test('are collected in any order, and uploaded as the file that they are', async () => {
    const codes = (await codesOf(file)) as string[];
    const other = (await codesOf(noise(2999))) as string[];
    expect(codes).toHaveLength(4);
    const [first, second, third, fourth] = codes as [string, string, string, string];
    const { track, see, scan } = await openReader();
    await expect.element(dialog.getByText('Point the camera at a code.')).toBeVisible();
    await scan('https://academy.example/C');
    await expect.element(dialog.getByText('This is not a progress code.')).toBeVisible();
    await scan(third);
    await expect.element(dialog.getByText('1 of 4 codes read. Missing: 1 to 2, 4.')).toBeVisible();
    await expectNone(dialog.getByRole('alert'));
    await scan(third);
    await scan(first);
    await expect.element(dialog.getByText('2 of 4 codes read. Missing: 2, 4.')).toBeVisible();
    await scan(`${second.slice(0, 60)}${second[60] === 'A' ? 'B' : 'A'}${second.slice(61)}`);
    await expect.element(dialog.getByText('This code is damaged. Scan it again.')).toBeVisible();
    await scan(other[1] as string);
    await expect.element(dialog.getByText(/This code is of other progress/)).toBeVisible();
    await expect.element(dialog.getByText('2 of 4 codes read. Missing: 2, 4.')).toBeVisible();
    await expectSound('read codes');
    await scan(second);
    server.answer(offlineRecords.uploadProgress, { message: 'Saved', data: uploaded });
    const release = server.hold(offlineRecords.uploadProgress);
    await see(fourth);
    await expect.element(dialog.getByText('All codes are read. Uploading…')).toBeVisible();
    expect(track.readyState).toBe('ended');
    release();
    await expect.element(page.getByText(credited)).toBeVisible();
    await expectNone(dialog);
    expect(server.sent(offlineRecords.uploadProgress).map(({ body }) => body)).toEqual([{ file }]);
  });

  test('that were read stay when the dialog is closed, which turns the camera off', async () => {
    const [first = '', second = ''] = (await codesOf(noise(1500))) ?? [];
    const { track, started, scan } = await openReader();
    await scan(second);
    await inDialog('Close').click();
    await expectNone(dialog);
    expect([track.readyState, started[0]?.isEnded]).toEqual(['ended', true]);
    started[0]?.onmessage?.({ data: { kind: 'answer', text: first } });
    const again = standInCamera();
    await button('Read codes').click();
    await expect.element(dialog.getByText('1 of 2 codes read. Missing: 1.')).toBeVisible();
    await inDialog('Stop the camera').click();
    await expectNone(dialog);
    await expect.poll(() => again.track.readyState).toBe('ended');
    expect(server.sent(offlineRecords.uploadProgress)).toEqual([]);
  });

  test('are replaced by those of other progress when the reader starts again', async () => {
    const [one = '', two = ''] = [(await codesOf(noise(1500)))?.[0], (await codesOf(noise(1499)))?.[1]];
    const { scan } = await openReader();
    await scan(one);
    await scan(two);
    await inDialog('Start again').click();
    await expect.element(dialog.getByText('Point the camera at a code.')).toBeVisible();
    await scan(two);
    await expect.element(dialog.getByText('1 of 2 codes read. Missing: 1.')).toBeVisible();
    await expectNone(dialog.getByRole('alert'));
  });

  test('need not be read again when the upload fails', async () => {
    const [only = ''] = (await codesOf('{}')) ?? [];
    const { see } = await openReader();
    server.fail(offlineRecords.uploadProgress, 'no link');
    await see(only);
    await expect.element(dialog.getByText('Failed to upload the progress.')).toBeVisible();
    await expectSound('read codes, not uploaded');
    await inDialog('Close').click();
    await button('Read codes').click();
    await expect.element(dialog.getByText('All codes are read, and not uploaded yet.')).toBeVisible();
    server.answer(offlineRecords.uploadProgress, { message: 'Saved', data: uploaded });
    await inDialog('Upload').click();
    await expect.element(page.getByText(credited)).toBeVisible();
  });

  test('cannot be read where the page may not use the camera, which says what else there is', async () => {
    learnerAt([enrolmentOf()]);
    await openTraining();
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await button('Read codes').click();
    await expect.element(dialog.getByText(/may not use the camera.* Or you can upload a progress file/)).toBeVisible();
    await expectSound('read codes, no camera');
  });

  test('are read from what the camera sees', async () => {
    const codes = (await codesOf(noise(1500))) as string[];
    learnerAt([enrolmentOf()]);
    await openTraining();
    const { canvas } = standInCamera();
    /** Shows the camera a code, four of its pixels for a module. */
    function show(text: string) {
      const { side, path } = drawCode(text);
      Object.assign(canvas, { width: side * 4, height: side * 4 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, side * 4, side * 4);
      pen.scale(4, 4);
      pen.fillStyle = '#000';
      pen.fill(new Path2D(path));
    }
    show(codes[1] as string);
    await button('Read codes').click();
    await expect.element(dialog.getByText('1 of 2 codes read. Missing: 1.')).toBeVisible();
    server.answer(offlineRecords.uploadProgress, { message: 'Saved', data: uploaded });
    show(codes[0] as string);
    await expect.element(page.getByText(credited)).toBeVisible();
    expect(server.sent(offlineRecords.uploadProgress)[0]?.body?.file).toBe(noise(1500));
  });
});
