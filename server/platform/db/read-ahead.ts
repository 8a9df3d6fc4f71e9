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
    // a caller that stops early does not need the next page, but must not go on while its connection is in use
    const isRead = next.then(
      () => undefined,
      () => undefined,
    );
    try {
      yield page;
    } finally {
      await isRead;
    }
    page = await next;
  }
}
