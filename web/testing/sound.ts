import axe from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import { type Look, looksAt, pictureName, pictures, usual } from './looks.ts';

const drawn = () => new Promise((resume) => requestAnimationFrame(resume));

/** Gives the page a size and a theme, where it has others, and returns when it is drawn with both. */
async function look({ width, height, colorScheme }: Look): Promise<void> {
  const asked = matchMedia(`(prefers-color-scheme: ${colorScheme})`);
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
  if (!asked.matches) await commands.preferColors(colorScheme);
  while (!asked.matches || innerWidth !== width) await drawn();
  await drawn();
}

async function axeFindings(): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
}

const tooWide = () => document.documentElement.scrollWidth - innerWidth;

/** Nothing on a screen of this width lies beyond its right edge, where one would have to scroll sideways to it. */
export async function expectWithin(screen: string, width: number): Promise<void> {
  await look({ ...usual, width });
  expect(tooWide(), `${screen} at ${width}`).toBeLessThanOrEqual(0);
  await look(usual);
}

/**
 * The screen as it stands has a title; in each of its looks (looks.ts) it fits the width, and axe finds nothing. With
 * SCREENSHOTS, pictures of it are saved.
 */
export async function expectSound(screen: string): Promise<void> {
  expect(document.title, screen).not.toBe('');
  try {
    for (const one of looksAt(screen, Boolean(import.meta.env.LONG_TESTS))) {
      await look(one);
      expect(tooWide(), `${screen} at ${one.width}`).toBeLessThanOrEqual(0);
      expect(await axeFindings(), `${screen}, ${one.colorScheme}, ${one.width}`).toEqual([]);
    }
    if (import.meta.env.SCREENSHOTS) await takePictures(screen);
  } finally {
    await look(usual);
  }
}

/** Saves a picture of the whole page at each size in each theme. */
async function takePictures(screen: string): Promise<void> {
  for (const one of pictures) {
    await look(one);
    await look({ ...one, height: Math.max(one.height, document.documentElement.scrollHeight) });
    await commands.savePicture(pictureName(screen, one));
  }
}

/** The size of what is printed on A4 inside the margins of print.css, in pixels. */
const sheet = { width: 688, height: 1017 };

/** On paper the screen has no buttons and no menu, and fits one sheet of A4 in either theme. */
export async function expectOneSheet(screen: string): Promise<void> {
  try {
    await look({ ...sheet, colorScheme: 'dark' });
    await commands.preferMedia('print');
    while (!matchMedia('print').matches) await drawn();
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    expect(document.documentElement.scrollHeight, screen).toBeLessThanOrEqual(sheet.height);
    expect(tooWide(), screen).toBeLessThanOrEqual(0);
    expect(shown('button, nav, footer'), screen).toEqual([]);
    expect(getComputedStyle(document.body).color).toBe('rgb(15, 33, 56)');
    if (import.meta.env.SCREENSHOTS) await commands.savePicture(`${screen}-print.png`);
  } finally {
    await commands.preferMedia('screen');
    while (matchMedia('print').matches) await drawn();
    await look(usual);
  }
}
