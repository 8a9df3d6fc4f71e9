import axe from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { ColorScheme } from './commands.ts';
import { desk, looks, pictureName, pictures } from './looks.ts';

type Look = { width: number; height: number; colorScheme: ColorScheme };

const drawn = () => new Promise((resume) => requestAnimationFrame(resume));

/** Gives the page a size and a theme, and waits until it has both and every colour has changed to the theme's. */
async function look({ width, height, colorScheme }: Look): Promise<void> {
  await page.viewport(width, height);
  await commands.preferColors(colorScheme);
  const asked = matchMedia(`(prefers-color-scheme: ${colorScheme})`);
  while (!asked.matches || innerWidth !== width) await drawn();
  await drawn();
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

/** The look with which every test begins. */
const usual: Look = { ...desk, colorScheme: 'light' };

async function axeFindings(): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
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
 * The screen as it stands has a title; at the size of a phone and of a desk, and in both themes, it fits the width and
 * axe finds nothing. With SCREENSHOTS, pictures of it are saved.
 */
export async function expectSound(screen: string): Promise<void> {
  expect(document.title, screen).not.toBe('');
  try {
    for (const one of looks) {
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
