/**
 * Reads pages one after the other, each while the one before is processed, so that the database and the program work at
 * the same time.
 *
 * @param read a page, given the one before it; undefined for the first. It returns undefined after the last.
 */
export async function* readAhead<Page>(read: (before?: Page) => Promise<Page | undefined>): AsyncGenerator<Page> {
  let page = await read();
  while (page !== undefined) {
    const next = read(page);
    // reported where it is awaited; a caller that stops before that does not need it any more
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
}
