import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Expectation, findInPage, judgeInPage, type Sought, type Step } from './find-in-page.ts';
import { DriverError, type ElementReference, pathOf, startWebKit, type WebKit } from './webkit-driver.ts';

// The page objects of the journeys are written for Playwright, which drives no WebKit of Debian. What they use of a
// page is here, by WebDriver; the runner's `expect` works with it, as with Playwright's own.

/** Milliseconds that an action waits for its element, and `expect` for what it expects. */
const patience = 15_000;

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

type Name = string | RegExp;
const soughtOf = (name: Name): Sought =>
  typeof name === 'string' ? { text: name } : { source: name.source, flags: name.flags };

type RoleOptions = { name?: Name; exact?: boolean; level?: number; includeHidden?: boolean };
type FilterOptions = { visible?: boolean; hasText?: Name; has?: WebKitLocator };
type FileInput = string | { name: string; mimeType: string; buffer: Buffer };

/** What a page and a locator have in common: ways to find elements within. */
abstract class Scope {
  protected abstract readonly page: WebKitPage;
  protected abstract readonly steps: readonly Step[];

  protected with(step: Step): WebKitLocator {
    return new WebKitLocator(this.page, [...this.steps, step]);
  }

  getByRole(role: string, { name, exact, level, includeHidden }: RoleOptions = {}): WebKitLocator {
    return this.with({
      by: 'role',
      role,
      ...(name !== undefined && { name: soughtOf(name) }),
      ...(exact && { exact }),
      ...(level && { level }),
      ...(includeHidden && { hidden: true }),
    });
  }

  getByLabel(name: Name, { exact = false } = {}): WebKitLocator {
    return this.with({ by: 'label', sought: soughtOf(name), exact });
  }

  getByText(text: Name, { exact = false } = {}): WebKitLocator {
    return this.with({ by: 'text', sought: soughtOf(text), exact });
  }

  locator(selector: string): WebKitLocator {
    return this.with({ by: 'css', selector });
  }
}

/** Repeats until it is true, or until time is up; returns the last result. */
async function until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean, timeout: number): Promise<T> {
  const end = Date.now() + timeout;
  let seen = await look();
  while (!isDone(seen) && Date.now() < end) {
    await new Promise((resume) => setTimeout(resume, 100));
    seen = await look();
  }
  return seen;
}

/** The page was replaced while the driver looked at it, or its field cannot be edited yet: it looks again. */
const isInPassing = (error: unknown): boolean =>
  error instanceof DriverError &&
  /stale element|no such window|no such document|element click intercepted|element not interactable|invalid element state/.test(
    error.code,
  );

/** Shows an element in the middle of the window, where the driver can click it; returns whether it can be used. */
function prepare(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return !element.matches(':disabled');
}

class WebKitLocator extends Scope {
  /** Tells the runner's `expect` what this is. */
  readonly _apiName = 'Locator';
  protected readonly page: WebKitPage;
  protected readonly steps: readonly Step[];

  constructor(page: WebKitPage, steps: readonly Step[]) {
    super();
    this.page = page;
    this.steps = steps;
  }

  override toString = (): string => `WebKit: ${JSON.stringify(this.steps)}`;
  first = (): WebKitLocator => this.nth(0);
  last = (): WebKitLocator => this.nth(-1);
  nth = (index: number): WebKitLocator => this.with({ by: 'nth', index });
  or = (other: WebKitLocator): WebKitLocator => this.with({ by: 'either', other: other.steps });

  filter({ visible, hasText, has }: FilterOptions): WebKitLocator {
    return this.with({
      by: 'filter',
      ...(visible !== undefined && { visible }),
      ...(hasText !== undefined && { hasText: soughtOf(hasText) }),
      ...(has && { has: has.steps }),
    });
  }

  /** Called by the runner's `expect`. */
  _expect(expression: string, options: Omit<Expectation, 'expression'> & { isNot?: boolean; timeout?: number }) {
    return this.page.judge(this.steps, expression, options);
  }

  async all(): Promise<WebKitLocator[]> {
    const found = await this.page.find(this.steps);
    return found.map((_, index) => this.nth(index));
  }

  count = async (): Promise<number> => (await this.page.find(this.steps)).length;

  /** Does something with the one element, as soon as it is there and can be used. */
  private async use<T>(work: (path: string, element: ElementReference) => Promise<T>, timeout = patience): Promise<T> {
    const end = Date.now() + timeout;
    let last: unknown = 'it is not there, or disabled';
    for (;;) {
      const found = await this.page.find(this.steps);
      if (found.length > 1) throw new Error(`strict mode violation: ${found.length} elements for ${this}`);
      const [element] = found;
      try {
        if (element && (await this.page.run(prepare, element))) return await work(pathOf(element), element);
      } catch (error) {
        if (!isInPassing(error)) throw error;
        last = error;
      }
      if (Date.now() > end) throw new Error(`not within ${timeout} ms: ${this}: ${last}`);
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }

  click = ({ timeout = patience } = {}): Promise<void> =>
    this.use(async (path) => void (await this.page.browser.call('POST', `${path}/click`, {})), timeout);

  async check(): Promise<void> {
    await this.use(async (path, element) => {
      const isChecked = await this.page.run((control) => (control as HTMLInputElement).checked, element);
      if (!isChecked) await this.page.browser.call('POST', `${path}/click`, {});
    });
  }

  /** Types into a text field; a date, a time or a range gets its value at once, since engines type them differently. */
  async fill(value: string): Promise<void> {
    await this.use(async (path, element) => {
      const isTyped = await this.page.run(
        (control) => !/^(date|time|month|datetime-local|range|color)$/.test((control as HTMLInputElement).type),
        element,
      );
      if (!isTyped) return this.page.setValue(element, value);
      await this.page.browser.call('POST', `${path}/clear`, {});
      if (value !== '') await this.page.browser.call('POST', `${path}/value`, { text: value });
    });
  }

  /** Types key by key, whatever the kind of the field. */
  pressSequentially = (text: string): Promise<void> =>
    this.use(async (path) => void (await this.page.browser.call('POST', `${path}/value`, { text })));

  async selectOption(wanted: string | { label: string }): Promise<void> {
    await this.use(async (_, element) => {
      const value = await this.page.run(
        (control: HTMLSelectElement, sought: string | { label: string }) => {
          const options = [...control.options];
          const label = typeof sought === 'string' ? sought : sought.label;
          return options.find((option) => option.label === label || (sought === label && option.value === label))
            ?.value;
        },
        element,
        wanted,
      );
      if (value === undefined) throw new DriverError({ error: 'stale element reference', message: 'no such option' });
      await this.page.setValue(element, value);
    });
  }

  async setInputFiles(input: FileInput | readonly FileInput[]): Promise<void> {
    const files = [input].flat() as FileInput[];
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-webkit-'));
    const paths: string[] = [];
    for (const file of files) {
      if (typeof file === 'string') paths.push(file);
      else {
        const path = join(folder, file.name);
        await writeFile(path, file.buffer);
        paths.push(path);
      }
    }
    this.page.atEnd(() => rm(folder, { recursive: true, force: true }));
    await this.use(async (path) => {
      await this.page.browser.call('POST', `${path}/value`, { text: paths.join('\n') });
    });
  }

  evaluate = <T, A>(work: (element: Element, argument: A) => T | Promise<T>, argument?: A): Promise<T> =>
    this.use((_, element) => this.page.run(work as (element: Element, argument?: A) => T, element, argument));
}

/** A page of WebKitGTK in a browser of its own, with what page objects use of Playwright's `Page`. */
class WebKitPage extends Scope {
  /** Tells the runner's `expect` what this is. */
  readonly _apiName = 'Page';
  readonly browser: WebKit;
  protected readonly page = this;
  protected readonly steps: readonly Step[] = [];
  private readonly ends: (() => Promise<void>)[] = [];
  private library: string | undefined;

  constructor(browser: WebKit) {
    super();
    this.browser = browser;
  }

  context = () => ({ _options: {} });
  mainFrame = () => ({
    _expect: (expression: string, options: Parameters<WebKitLocator['_expect']>[1]) =>
      this.judge([], expression, options),
    waitForURL: this.waitForURL,
  });

  goto = (url: string): Promise<null> => this.browser.call('POST', '/url', { url });
  reload = (): Promise<null> => this.browser.call('POST', '/refresh', {});
  url = (): Promise<string> => this.browser.call('GET', '/url');

  waitForURL = async (isWanted: (url: URL) => boolean, { timeout = patience } = {}): Promise<void> => {
    const seen = await until(
      () => this.url(),
      (url) => isWanted(new URL(url)),
      timeout,
    );
    if (!isWanted(new URL(seen))) throw new Error(`Timeout ${timeout}ms exceeded: ${seen}`);
  };

  async screenshot({ path }: { path: string }): Promise<void> {
    await writeFile(path, await this.browser.call<string>('GET', '/screenshot'), 'base64');
  }

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    // the window has a bar and borders around the page
    await this.browser.call('POST', '/window/rect', { width, height });
    const inner = await this.evaluate(() => [innerWidth, innerHeight] as const);
    const [w = width, h = height] = inner;
    await this.browser.call('POST', '/window/rect', { width: width + (width - w), height: height + (height - h) });
  }

  keyboard = {
    press: async (key: string): Promise<void> => {
      const codes: Record<string, string> = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Space: ' ' };
      const value = codes[key] ?? key;
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
      await this.browser.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
  };

  evaluate = <T, A>(work: (argument: A) => T | Promise<T>, argument?: A): Promise<T> =>
    this.run(work as (argument?: A) => T, argument);

  /** Runs a function in the page; elements may be among the arguments and the results. */
  async run<T>(work: (...args: never[]) => T | Promise<T>, ...args: unknown[]): Promise<Awaited<T>> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(...[...arguments].slice(0, -1)))
        .then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.browser.call<{ value: Awaited<T>; error?: string }>('POST', '/execute/async', {
      script,
      args: args.map((arg) => arg ?? null),
    });
    if (error !== undefined) throw new Error(error);
    return value === null ? (undefined as Awaited<T>) : value;
  }

  /** Runs a function of the steps' elements in the page, which has the library for finding them by then. */
  private async runFound<T>(steps: readonly Step[], work: string, argument?: unknown): Promise<T | undefined> {
    const script = `if (!window.TestingLibraryDom) return { missing: true };
      const found = (${findInPage})(arguments[0]);
      return { value: (${work})(found, arguments[1]) };`;
    const call = () =>
      this.browser.call<{ missing?: true; value: T }>('POST', '/execute/sync', {
        script,
        args: [steps, argument ?? null],
      });
    try {
      let answer = await call();
      if (answer.missing) {
        this.library ??= await readFile(library, 'utf8');
        await this.browser.call('POST', '/execute/sync', { script: this.library, args: [] });
        answer = await call();
      }
      return answer.value;
    } catch (error) {
      if (isInPassing(error)) return undefined;
      throw error;
    }
  }

  find = async (steps: readonly Step[]): Promise<ElementReference[]> =>
    (await this.runFound<ElementReference[]>(steps, 'x => x')) ?? [];

  async judge(
    steps: readonly Step[],
    expression: string,
    {
      isNot = false,
      timeout = patience,
      ...asked
    }: Omit<Expectation, 'expression'> & { isNot?: boolean; timeout?: number },
  ) {
    const judged = await until(
      () => this.runFound<ReturnType<typeof judgeInPage>>(steps, String(judgeInPage), { ...asked, expression }),
      (seen) => seen !== undefined && seen.matches !== isNot,
      timeout,
    );
    const { matches = isNot, received = 'a page that is being replaced' } = judged ?? {};
    return { matches, received: { value: received }, timedOut: matches === isNot, log: [] };
  }

  /** Sets the value of a control as a person's choice does: with the events that follow it. */
  setValue = (element: ElementReference, value: string): Promise<void> =>
    this.run(
      (control: HTMLInputElement | HTMLSelectElement, wanted: string) => {
        control.focus();
        const prototype = Object.getPrototypeOf(control);
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, wanted);
        for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }));
      },
      element,
      value,
    );

  atEnd = (work: () => Promise<void>): void => void this.ends.push(work);

  async close(): Promise<void> {
    await this.browser.close();
    for (const work of this.ends) await work();
  }
}

/** Opens a page in a WebKitGTK of its own, which page objects of the journeys can use. */
export async function openWebKitPage({ dark }: { dark: boolean }): Promise<Page> {
  return new WebKitPage(await startWebKit({ dark })) as unknown as Page;
}
