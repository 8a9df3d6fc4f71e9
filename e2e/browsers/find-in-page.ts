/** A text or pattern as it is sent to the page. */
export type Sought = { text: string } | { source: string; flags: string };

/** How elements are found: each step looks within, or chooses among, what the step before has found. */
export type Step =
  | { by: 'role'; role: string; name?: Sought; exact?: boolean; level?: number; hidden?: boolean }
  | { by: 'label' | 'text'; sought: Sought; exact?: boolean }
  | { by: 'css'; selector: string }
  | { by: 'filter'; visible?: boolean; hasText?: Sought; has?: readonly Step[] }
  | { by: 'either'; other: readonly Step[] }
  | { by: 'nth'; index: number };

type Queries = {
  queryAllByRole: (within: Element, role: string, options: object) => Element[];
};

/**
 * Finds elements by the steps, in the order of the document; runs in the page, where the global variable
 * `TestingLibraryDom` is the library of that name. Texts are compared as Playwright does: in part and without regard to
 * case, unless `exact`.
 */
export function findInPage(steps: readonly Step[]): Element[] {
  const queries = (globalThis as unknown as { TestingLibraryDom: Queries }).TestingLibraryDom;
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const matcher = (sought: Sought, exact = false) => {
    if ('source' in sought) {
      const pattern = new RegExp(sought.source, sought.flags);
      return (text: string) => pattern.test(clean(text));
    }
    const wanted = clean(sought.text);
    return (text: string) =>
      exact ? clean(text) === wanted : clean(text).toLowerCase().includes(wanted.toLowerCase());
  };
  const textOf = (element: Element) => {
    if (/^(SCRIPT|STYLE|NOSCRIPT|HEAD)$/.test(element.tagName)) return '';
    const isButton = element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type);
    return isButton ? element.value : (element.textContent ?? '');
  };
  const labelsOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = [...ids.map((id) => document.getElementById(id)), ...((element as HTMLInputElement).labels ?? [])];
    const aria = ids.length === 0 ? element.getAttribute('aria-label') : null;
    return [...labels.map((label) => label?.textContent ?? ''), ...(aria ? [aria] : [])];
  };
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  };
  const within = (root: Element, step: Step): Element[] => {
    switch (step.by) {
      case 'role': {
        const { role, name, exact, level, hidden } = step;
        const options = {
          hidden: hidden ?? false,
          ...(name && { name: matcher(name, exact) }),
          ...(level && { level }),
        };
        return queries.queryAllByRole(root, role, options);
      }
      case 'label': {
        const matches = matcher(step.sought, step.exact);
        const labelled = root.querySelectorAll('input, select, textarea, button, [aria-label], [aria-labelledby]');
        return [...labelled].filter((element) => labelsOf(element).some(matches));
      }
      case 'text': {
        const matches = matcher(step.sought, step.exact);
        const all = [...root.querySelectorAll('*')].filter((element) => matches(textOf(element)));
        // the smallest elements that have the text
        return all.filter((element) => ![...element.children].some((child) => matches(textOf(child))));
      }
      case 'css':
        return [...root.querySelectorAll(step.selector)];
      default:
        return [];
    }
  };
  const inOrder = (elements: readonly Element[]) =>
    [...new Set(elements)].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const apply = (found: readonly Element[], step: Step): Element[] => {
    if (step.by === 'nth') return found.slice(step.index, step.index === -1 ? undefined : step.index + 1);
    if (step.by === 'either') return inOrder([...found, ...all(step.other)]);
    if (step.by === 'filter') {
      const { visible, hasText, has } = step;
      return found.filter(
        (element) =>
          (visible === undefined || isVisible(element) === visible) &&
          (!hasText || matcher(hasText)(textOf(element))) &&
          (!has || has.reduce<Element[]>(apply, [element]).length > 0),
      );
    }
    return inOrder(found.flatMap((root) => within(root, step)));
  };
  const all = (path: readonly Step[]) => path.reduce<Element[]>(apply, [document.documentElement]);
  return all(steps);
}

/** What is expected of elements, as the runner's `expect` says it. */
export type Expectation = {
  expression: string;
  expectedNumber?: number;
  expressionArg?: string;
  expectedValue?: { checked?: boolean };
  expectedText?: {
    string?: string;
    regexSource?: string;
    regexFlags?: string;
    matchSubstring?: boolean;
    ignoreCase?: boolean;
    normalizeWhiteSpace?: boolean;
  }[];
};

/** Whether the found elements meet an expectation, and what was seen; runs in the page. */
export function judgeInPage(found: readonly Element[], asked: Expectation): { matches: boolean; received: unknown } {
  const { expression, expectedNumber, expectedText, expressionArg, expectedValue } = asked;
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const meets = (received: string) => {
    const { string, regexSource, regexFlags, matchSubstring, ignoreCase, normalizeWhiteSpace } =
      expectedText?.[0] ?? {};
    if (regexSource !== undefined) return { received, matches: new RegExp(regexSource, regexFlags).test(received) };
    const prepare = (text: string) => {
      const spaced = normalizeWhiteSpace ? clean(text) : text;
      return ignoreCase ? spaced.toLowerCase() : spaced;
    };
    const [seen, wanted] = [prepare(received), prepare(string ?? '')];
    return { received, matches: matchSubstring ? seen.includes(wanted) : seen === wanted };
  };
  const is = (state: boolean, name: string) => ({ matches: state, received: state ? name : `not ${name}` });
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  };
  if (expression === 'to.have.count') return { matches: found.length === expectedNumber, received: found.length };
  if (expression === 'to.have.url') return meets(document.location.href);
  if (expression === 'to.have.title') return meets(document.title);
  const [element] = found;
  if (found.length > 1) throw new Error(`strict mode violation: ${found.length} elements`);
  if (expression === 'to.be.hidden') return is(!element || !isVisible(element), 'hidden');
  if (expression === 'to.be.detached') return is(!element, 'detached');
  if (!element) return { matches: false, received: 'no such element' };
  const control = element as HTMLInputElement;
  switch (expression) {
    case 'to.be.attached':
      return is(true, 'attached');
    case 'to.be.visible':
      return is(isVisible(element), 'visible');
    case 'to.be.disabled':
      return is(element.matches(':disabled'), 'disabled');
    case 'to.be.enabled':
      return is(!element.matches(':disabled'), 'enabled');
    case 'to.be.focused':
      return is(document.activeElement === element, 'focused');
    case 'to.be.checked':
      return is(control.checked === (expectedValue?.checked ?? true), 'as expected');
    case 'to.have.value':
      return meets(control.value);
    case 'to.have.text':
      return meets(element.textContent ?? '');
    case 'to.have.attribute.value':
      return meets(element.getAttribute(expressionArg ?? '') ?? '');
    default:
      throw new Error(`${expression} is not known to the driver of WebKitGTK`);
  }
}
