import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { reportWatched } from '../../testing/journey.ts';
import { aboardIn } from './testing/aboard.ts';
import { deviceAboard } from './testing/offline-device.ts';

const program = await testApp();
const { person, wait } = program;
const staff = await person('admin');
const aboard = aboardIn(program, staff);
const day = 86_400;

// shows: threats/false-progress
describe('a forger with the whole source gets no more than the academy’s clock allows', () => {
  test('by a record that a script has made up', async () => {
    const { device, films, contradictions } = await aboard([600, 600]);
    wait(60);
    device.play(0, 0, 600, { wait: 0 });
    device.play(1, 0, 600, { wait: 0 });
    expect((await device.sync()).body.data.creditedSeconds).toBe(125);
    expect(await films()).toEqual([
      [125, false],
      [0, false],
    ]);
    expect(await contradictions()).toContain('more-than-clock');
  });

  test.each([
    ['ahead by a year', 365 * day, 'clock-ahead'],
    ['back by a year', -365 * day, 'clock-before-pass'],
  ])('by a clock that is set %s', async (_, shift, kind) => {
    const { device, films, contradictions } = await aboard([600]);
    wait(day);
    device.start(shift);
    device.play(0, 0, 100);
    device.play(0, 100, 600, { wait: 0, took: 50_000 });
    // a day has passed: what could have been watched counts, whatever the clock says
    expect((await device.sync()).body.data.creditedSeconds).toBe(600);
    expect(await contradictions()).toContain(kind);
    const { device: early, films: seen } = await aboard([600]);
    early.start(shift);
    early.play(0, 0, 600, { wait: 10 });
    await early.sync();
    expect(await seen()).toEqual([[25, false]]);
    expect(await films()).toEqual([[600, true]]);
  });

  test('by a chain whose beginning is cut off, and what is left counts as far as time has passed', async () => {
    const { device, films, contradictions } = await aboard([600]);
    device.play(0, 0, 100);
    const cut = await device.part({ first: 2, previous: new Uint8Array(32), links: device.unsent.slice(1) });
    expect((await device.send(cut)).body.data).toMatchObject({ mustRenew: false, creditedSeconds: 100 });
    expect(await contradictions()).toEqual(['links-missing']);
    expect(await films()).toEqual([[100, false]]);
  });

  test('by a copy of the device: both play at once, and the second begins a new record', async () => {
    const { device, films, contradictions } = await aboard([600, 600]);
    device.play(0, 0, 100);
    await device.sync();
    const copy = device.copied();
    device.play(0, 100, 300);
    expect((await device.sync()).body.data).toMatchObject({ creditedSeconds: 200, mustRenew: false });
    copy.restore();
    device.play(0, 300, 600, { wait: 0 });
    const second = await device.send(await device.part());
    // 300 seconds have passed, at twice the speed, and the tolerance
    expect(second.body.data).toMatchObject({ mustRenew: true, creditedSeconds: 300 });
    expect((await device.send(await device.part())).body.data).toMatchObject({ mustRenew: true, creditedSeconds: 0 });
    expect(await films()).toEqual([
      [600, true],
      [0, false],
    ]);
    expect(await contradictions()).toContain('two-copies');
  });

  test('by links of another person, of another pass, or of no device', async () => {
    const { device, films, contradictions } = await aboard([600]);
    const other = await aboard([600]);
    other.device.play(0, 0, 600);
    device.play(0, 0, 10, { wait: 0 });
    const [foreign, own] = [await other.device.part(), await device.part()];
    const refused = [
      foreign,
      await device.part({ passId: other.device.passId }),
      { ...own, links: foreign.links },
      { ...own, previous: foreign.previous },
      { ...own, first: 2 },
      { ...own, signature: foreign.signature },
      { ...own, links: '' },
    ];
    for (const part of refused)
      expect(await device.send(part)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await films()).toEqual([[0, false]]);
    expect(await contradictions()).toEqual(['bad-signature']);
  });

  test('by sending again what is acknowledged, or the same links under new numbers', async () => {
    const { device, films, contradictions } = await aboard([600]);
    device.play(0, 0, 300);
    const first = await device.part();
    const links = [...device.unsent];
    await device.sync();
    expect((await device.send(first)).body.data.creditedSeconds).toBe(0);
    // the chain goes on with its own beginning
    const { body } = await device.send(await device.part({ links }));
    expect(body.data).toMatchObject({ creditedSeconds: 0, mustRenew: false });
    expect(await films()).toEqual([[300, false]]);
    expect(await contradictions()).toEqual(expect.arrayContaining(['two-copies']));
  });

  test('by what another person has played, written into a chain of one’s own', async () => {
    const { device, films, contradictions } = await aboard([600]);
    const other = await aboard([600]);
    other.device.play(0, 0, 600);
    device.play(0, 0, 10, { wait: 0 });
    // signed by the own key, so that the chain is right: it is a claim like any other
    await device.send(await device.part({ links: [...device.unsent, ...other.device.unsent] }));
    // the clock allows as much as could be watched since the own pass
    expect((await films())?.[0]?.[0]).toBeLessThanOrEqual(600);
    expect(await contradictions()).toContain('two-copies');
    await other.device.sync();
    expect((await other.films())?.[0]).toEqual([600, true]);
  });

  test('by two devices, two passes and reports side by side', async () => {
    const { device, films, course, learner, filmIds } = await aboard([600]);
    const second = await deviceAboard(program, course.id, learner);
    wait(100);
    device.play(0, 0, 300, { wait: 0 });
    second.play(0, 300, 600, { wait: 0 });
    await Promise.all([device.sync(), second.sync(), reportWatched(program, filmIds[0], [[0, 600]], learner)]);
    expect((await films())?.[0]?.[0]).toBe(205);
  });
});
