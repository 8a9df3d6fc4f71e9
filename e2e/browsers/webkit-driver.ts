import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../server/testing/free-port.ts';

/** Debian's WebKitGTK browser for automation, of the package libwebkit2gtk-4.1-0. */
export const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Milliseconds that one call of the driver may take; a page that hangs fails its test, and no other. */
const patience = 30_000;

/** The name of a reference to an element, by WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
export type ElementReference = { [elementKey]: string };

/** A browser with a profile of its own, which is deleted when it ends. */
export type WebKit = {
  /** Calls the driver (https://www.w3.org/TR/webdriver2/); the path begins behind the session. */
  call: <T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;
  close: () => Promise<void>;
};

/** The path of the calls of one element. */
export const pathOf = (element: ElementReference): string => `/element/${element[elementKey]}`;

async function startDisplay(): Promise<{ process: ChildProcess; name: string }> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, 'data');
  return { process: display, name: `:${String(number).trim()}` };
}

async function request(url: string, method: string, body?: object): Promise<{ ok: boolean; value: unknown }> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  });
  const { value } = (await response.json()) as { value: unknown };
  return { ok: response.ok, value };
}

/** Repeats a call until the driver listens. */
async function whenListening(url: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const answer = await request(url, 'GET').catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error('WebKitWebDriver ended before it was ready');
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill();
  await once(process, 'exit');
}

/** Starts a display, a driver and a browser, in the time zone and language of the journeys. */
export async function startWebKit({ dark }: { dark: boolean }): Promise<WebKit> {
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      TZ: 'Asia/Kolkata',
      LANG: 'en_IN.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      ...(dark && { GTK_THEME: 'Adwaita:dark' }),
    },
  });
  const root = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(driver);
    await end(display.process);
  };
  try {
    await whenListening(`${root}/status`, driver);
    const options = { binary: miniBrowser, args: ['--automation'] };
    const { ok, value } = await request(`${root}/session`, 'POST', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
    });
    if (!ok) throw new Error(`WebKitGTK did not start: ${JSON.stringify(value)}`);
    const session = `${root}/session/${(value as { sessionId: string }).sessionId}`;
    return {
      call: async <T>(method: string, path: string, body?: object) => {
        const { ok, value } = await request(session + path, method, body);
        if (!ok) throw new DriverError(value as { error: string; message: string });
        return value as T;
      },
      close: async () => {
        await request(session, 'DELETE').catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An error that the driver reports; `code` is one of WebDriver's, such as `stale element reference`. */
export class DriverError extends Error {
  readonly code: string;

  constructor({ error, message }: { error: string; message: string }) {
    super(`${error}: ${message}`);
    this.code = error;
  }
}
