import type { Page } from '@playwright/test';

/** Puts a page on a link at sea: 512 kbit/s and 600 ms. Returns functions that cut the link and restore it. */
export async function ship(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const link = async (offline: boolean) => {
    await network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 600,
      downloadThroughput: 64_000,
      uploadThroughput: 64_000,
    });
  };
  await link(false);
  return link;
}

/** The current time of the film, in seconds. */
export const timeOf = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);
