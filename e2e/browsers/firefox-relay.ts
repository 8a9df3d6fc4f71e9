#!/usr/bin/env node
// Started by Playwright in place of Firefox: starts Debian's Firefox ESR 153, and passes on what they say to each
// other by WebDriver BiDi, but for two things in which Playwright 1.65.1 and this Firefox do not agree:
//  - this Firefox does not know `emulation.setMediaFeaturesOverride`, without which Playwright opens no window;
//  - Playwright's `fill` puts the new text behind the old one in fields that have no selection, such as emails, and
//    sets it in a way that React does not notice in a field whose value it holds.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

const unknownCommand = 'emulation.setMediaFeaturesOverride';
const assignments = /inputElement\.value \+?= (\w+);/g;
const assigned =
  "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), 'value').set.call(inputElement, $1);";

function relay(server: WebSocketServer, firefox: string): void {
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(firefox + url);
    const early: string[] = [];
    browser.on('open', () => {
      for (const message of early) browser.send(message);
    });
    playwright.on('message', (data: RawData) => {
      const message = String(data).replaceAll(assignments, assigned);
      const { id, method } = JSON.parse(message) as { id: number; method: string };
      if (method === unknownCommand) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(message);
      else early.push(message);
    });
    browser.on('message', (data) => playwright.send(String(data)));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
}

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));
firefox.on('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface(firefox.stderr)) {
  const endpoint = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  if (!endpoint) continue;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
  relay(server, endpoint);
}
