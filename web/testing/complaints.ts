import { vi } from 'vitest';

let expected: string[] = [];
const said: string[] = [];

/** Lets a test cause a complaint on purpose, named by a part of it. */
export function expectComplaint(part: string): void {
  expected.push(part);
}

const levels = ['error', 'warn'] as const;

/** Begins to write down what the page complains about in the console. */
export function watchComplaints(): void {
  said.length = 0;
  expected = [];
  for (const level of levels)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(words.map((word) => (word instanceof Error ? (word.stack ?? word.message) : String(word))).join(' '));
    });
}

/** All that was not expected; it ends with the test. */
export const complaints = (): string[] => said.filter((text) => !expected.some((part) => text.includes(part)));
