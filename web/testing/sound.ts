import axe from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { ColorScheme } from './commands.ts';
import { desk } from './desk.ts';

/** The rules of axe that a theme can break; to all others both are the same page. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const drawn = () => new Promise((resume) => requestAnimationFrame(resume));

/** Waits until the page has the width and the theme that it was given, and no colour is on its way to the other. */
async function settled(width: number, scheme: ColorScheme): Promise<void> {
  const asked = matchMedia(`(prefers-color-scheme: ${scheme})`);
  while (!asked.matches || innerWidth !== width) await drawn();
  await drawn();
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

async function axeFindings(rules?: string[]): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`);
}

const tooWide = () => document.documentElement.scrollWidth - innerWidth;

/** Nothing of a screen of this width stands beyond its right edge, to be reached by moving it sideways. */
export async function expectWithin(screen: string, width: number): Promise<void> {
  await page.viewport(width, desk.height);
  await settled(width, 'light');
  expect(tooWide(), `${screen} at ${width}`).toBeLessThanOrEqual(0);
  await page.viewport(desk.width, desk.height);
}

/**
 * The screen as it stands has a title, fits the widths of a telephone and a desk, and axe finds nothing: by all of its
 * rules in the light theme, and by those of colour in the dark one.
 */
export async function expectSound(screen: string): Promise<void> {
  expect(document.title, screen).not.toBe('');
  await page.viewport(390, 844);
  await settled(390, 'light');
  expect(tooWide(), `${screen} at 390`).toBeLessThanOrEqual(0);
  expect(await axeFindings(), `${screen}, light, 390`).toEqual([]);
  await page.viewport(desk.width, desk.height);
  await commands.preferColors('dark');
  try {
    await settled(desk.width, 'dark');
    expect(tooWide(), `${screen} at ${desk.width}`).toBeLessThanOrEqual(0);
    expect(await axeFindings(colourRules), `${screen}, dark, ${desk.width}`).toEqual([]);
  } finally {
    await commands.preferColors('light');
  }
}
