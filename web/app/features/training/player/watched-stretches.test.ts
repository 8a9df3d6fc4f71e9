import { expect, test } from 'vitest';
import { gapsIn, secondsIn, union, WatchRecorder } from './watched-stretches.ts';

const play = (recorder: WatchRecorder, from: number, to: number, step = 0.25) => {
  for (let time = from; time <= to; time += step) recorder.playedTo(time);
};

test('continuous playback is one stretch, whatever the interval of the time updates', () => {
  for (const step of [0.25, 0.5, 1, 4]) {
    const recorder = new WatchRecorder();
    play(recorder, 0, 20, step);
    expect(recorder.stretches).toEqual([[0, 20]]);
  }
});

test('skipped parts are not collected, forwards or backwards', () => {
  const recorder = new WatchRecorder();
  play(recorder, 0, 10);
  recorder.breakOff();
  play(recorder, 60, 70);
  recorder.breakOff();
  play(recorder, 5, 12);
  expect(recorder.stretches).toEqual([
    [0, 12],
    [60, 70],
  ]);
  expect(secondsIn(recorder.stretches)).toBe(22);
});

test('a time that decreases without a seek starts a new stretch instead of removing seconds', () => {
  const recorder = new WatchRecorder();
  play(recorder, 0, 10);
  recorder.playedTo(4);
  play(recorder, 4, 6);
  expect(recorder.stretches).toEqual([[0, 10]]);
});

test('stretches stored before a reload are included', () => {
  const recorder = new WatchRecorder();
  play(recorder, 4, 9);
  recorder.goOnFrom(
    [
      [8, 12],
      [0, 5],
    ],
    12,
  );
  expect(recorder.position).toBe(12);
  expect(recorder.stretches).toEqual([[0, 12]]);
});

test('a player that was set to another position before they are read stays there', () => {
  const recorder = new WatchRecorder();
  recorder.jumpedTo(30);
  recorder.goOnFrom([[0, 12]], 12);
  expect([recorder.position, recorder.stretches]).toEqual([30, [[0, 12]]]);
});

test('empty and reversed stretches are dropped, and the longest are kept when there are too many', () => {
  expect(
    union([
      [5, 5],
      [9, 3],
    ]),
  ).toEqual([]);
  const crumbs = Array.from({ length: 600 }, (_, i): [number, number] => [i * 10, i * 10 + 1]);
  const kept = union([...crumbs, [7000, 7100]]);
  expect(kept).toHaveLength(500);
  expect(kept.at(-1)).toEqual([7000, 7100]);
});

test('a part begins where the player stands, not at its first update', () => {
  const recorder = new WatchRecorder();
  recorder.startsAt(0);
  recorder.playedTo(0.9);
  recorder.startsAt(0.9);
  recorder.playedTo(3);
  expect(recorder.stretches).toEqual([[0, 3]]);
  recorder.breakOff();
  recorder.jumpedTo(7);
  recorder.startsAt(7.4);
  recorder.playedTo(8);
  expect(recorder.stretches).toEqual([
    [0, 3],
    [7, 8],
  ]);
});

test('gaps are what is in no stretch; those that players and server close are none', () => {
  expect(gapsIn([], 3)).toEqual([[0, 3]]);
  expect(
    gapsIn(
      [
        [4, 6],
        [1, 2],
        [6.4, 9],
      ],
      10,
    ),
  ).toEqual([
    [0, 1],
    [2, 4],
    [9, 10],
  ]);
  expect(gapsIn([[0.05, 9.95]], 10)).toEqual([]);
  // a player may run a little longer than the length that the server knows
  expect(gapsIn([[10.2, 10.9]], 10)).toEqual([[0, 10]]);
});
