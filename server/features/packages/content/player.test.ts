import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import * as scorm from 'scorm-again';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// the environment writes what it delivers
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

type Told = { kind: string; item?: string; values?: Record<string, string>; [part: string]: unknown };
type Api = Record<'Initialize' | 'SetValue' | 'GetLastError' | 'GetValue', (...values: string[]) => string>;

const rollup = await import(new URL('./rollup.js', import.meta.url).href);
const source = await readFile(new URL('./player.js', import.meta.url), 'utf8');

/** The page that plays packages, with stand-ins for its document and for the academy's page around it. */
function openPlayer() {
  const told: Told[] = [];
  const parent = { postMessage: (message: Told) => told.push(message) };
  const handlers: Record<string, (event: object) => void> = {};
  const window: { API_1484_11?: Api } = {};
  const frame = { addEventListener: () => undefined, remove: () => undefined };
  const document = {
    documentElement: { dataset: { academy: 'https://academy.example' } },
    createElement: () => frame,
    body: { replaceChildren: () => undefined },
  };
  const listen = (name: string, handler: (event: object) => void) => void Object.assign(handlers, { [name]: handler });
  const run = new Function(
    ...['document', 'parent', 'addEventListener', 'window', 'location', 'environments', 'rollup'],
    source.replace("await import('./rollup.js')", 'rollup').replace(/await import\([^;]*\);/, 'environments;'),
  );
  run(document, parent, listen, window, { href: 'https://content.example/p/token/' }, scorm, rollup);
  return {
    told,
    api: () => window.API_1484_11 as Api,
    /** Sends a message of the academy's page, and waits until it was worked on. */
    async send(message: object) {
      const data = { fairlead: 'academy', ...message };
      handlers.message?.({ origin: 'https://academy.example', source: parent, data });
      await setImmediate();
      await setImmediate();
    },
    order: () => told.findLast(({ kind }) => kind === 'order'),
  };
}

const part = { launch: 'a.html', isScored: true, isSelfCompleting: false, edition: '2004', values: {} };
const leaf = (id: string) => ({ id, title: id, children: [], sequencingControls: {} });
/** Two parts, one after the other, which learners may not choose. */
const tree = {
  id: 'course',
  title: 'Course',
  sequencingControls: { flow: true, choice: false },
  children: [leaf('lesson'), leaf('test')],
};

test('where the rules forbid a choice, the next part of the list leads on', async () => {
  const { send, api, order } = openPlayer();
  await send({ kind: 'begin', tree, state: '' });
  await send({ kind: 'play', item: 'lesson', round: 1, ...part });
  api().Initialize('');
  // the order is told after the call of the part has returned
  await vi.waitFor(() =>
    expect(order()).toMatchObject({ current: 'lesson', choices: expect.arrayContaining(['test']) }),
  );
  await send({ kind: 'go', request: 'choice', target: 'test' });
  await vi.waitFor(() => expect(order()).toMatchObject({ current: 'test', delivery: 2 }));
  // after the last part nothing follows, and the way on is closed
  await send({ kind: 'play', item: 'test', round: 2, ...part });
  api().Initialize('');
  await send({ kind: 'go', request: 'continue' });
  await vi.waitFor(() => expect(order()).toMatchObject({ current: null, next: false }));
});

test('where each attempt has a random order, the first one has it already', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { send, order } = openPlayer();
  const random = { randomizeChildren: true, randomizationTiming: 'onEachNewAttempt' };
  const sequencingControls = { ...tree.sequencingControls, ...random };
  await send({ kind: 'begin', tree: { ...tree, sequencingControls }, state: '' });
  await vi.waitFor(() => expect(order()).toMatchObject({ current: 'test', delivery: 1 }));
});

test('a part whose script never began stays open where the rules lead nowhere', async () => {
  const { send, order } = openPlayer();
  await send({ kind: 'begin', tree, state: '' });
  await send({ kind: 'play', item: 'lesson', round: 1, ...part });
  await send({ kind: 'go', request: 'previous' });
  await vi.waitFor(() => expect(order()).toMatchObject({ current: 'lesson', delivery: 1 }));
});

test('what a part sets is known to the academy at once, and leaves its last error as it was', async () => {
  const { send, api, told } = openPlayer();
  await send({ kind: 'play', item: 'lesson', round: 1, ...part });
  api().Initialize('');
  api().SetValue('cmi.location', 'page 2');
  api().SetValue('cmi.completion_status', 'nonsense');
  const error = api().GetLastError();
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ kind: 'set', item: 'lesson' }));
  expect(told.at(-1)?.values).toMatchObject({ 'cmi.location': 'page 2' });
  expect([error, api().GetLastError()]).toEqual(['406', '406']);
});
