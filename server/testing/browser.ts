/**
 * The place that a browser has reached: a page of the provider, or, without a page, a URL of another site that it did
 * not visit.
 */
export type Visited = { at: URL; page?: string };

/** A minimal browser for a provider's pages: cookies of one site, redirects, and forms with their hidden fields. */
export class Browser {
  readonly #site: string;
  readonly #cookies = new Map<string, string>();

  /** @param site the origin whose pages it visits; it stops before any other. */
  constructor(site: string) {
    this.#site = site;
  }

  /** Follows redirects from a URL, and submits each form that has one of the fields, each form once. */
  async follow(url: URL, fields: Record<string, string>): Promise<Visited> {
    let place = await this.#get(url);
    const answered = new Set<string>();
    while (place.page !== undefined) {
      const form = formOf(place.page, Object.keys(fields));
      if (!form || answered.has(form.asks)) break;
      answered.add(form.asks);
      const values = new URLSearchParams({ ...form.hidden, ...pick(fields, form.asks.split(' ')) });
      const action = new URL(form.action, place.at);
      action.hash = '';
      if (form.method === 'get') {
        action.search = values.toString();
        place = await this.#get(action);
      } else {
        place = await this.#get(action, values);
      }
    }
    return place;
  }

  async #get(url: URL, form?: URLSearchParams): Promise<Visited> {
    let at = url;
    let body = form;
    for (let redirects = 0; redirects < 10; redirects++) {
      if (at.origin !== this.#site) return { at };
      const response = await fetch(at, {
        method: body ? 'POST' : 'GET',
        ...(body && { body }),
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
      this.#keep(response.headers.getSetCookie());
      const page = await response.text();
      const next = response.headers.get('location');
      if (!next) return { at, page };
      at = new URL(next, at);
      body = undefined;
    }
    throw new Error(`Too many redirects, the last to ${at}`);
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', ...value] = pair.trim().split('=');
      const expires = attributes.map((text) => text.trim()).find((text) => /^expires=/i.test(text));
      if (expires && Date.parse(expires.slice('expires='.length)) <= Date.now()) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
  }
}

/** The first form of a page that has one of the fields; `asks` lists those that it has. */
function formOf(page: string, fields: readonly string[]) {
  for (const [, attributes = '', content = ''] of page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    const inputs = [...content.matchAll(/<(?:input|button)\b([^>]*)>/gs)].map(([, input = '']) => ({
      name: attribute(input, 'name'),
      type: attribute(input, 'type'),
      value: attribute(input, 'value'),
    }));
    const asks = fields.filter((field) => inputs.some(({ name }) => name === field));
    if (asks.length === 0) continue;
    const hidden = inputs.filter(({ name, type }) => name && type === 'hidden').map(({ name, value }) => [name, value]);
    return {
      action: attribute(attributes, 'action'),
      method: attribute(attributes, 'method').toLowerCase(),
      hidden: Object.fromEntries(hidden) as Record<string, string>,
      asks: asks.join(' '),
    };
  }
  return undefined;
}

const attribute = (tag: string, name: string) =>
  (new RegExp(`(?:^|\\s)${name}\\s*=\\s*"([^"]*)"`, 'i').exec(tag)?.[1] ?? '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

const pick = (values: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
