import { vi } from 'vitest';

let expected: string[] = [];
const said: string[] = [];

/** Lets a test cause a complaint on purpose, named by a part of it. */
export function expectComplaint(part: string): void {
  expected.push(part);
}

/** Begins to write down what the page complains about in the console. */
export function watchComplaints(): void {
  said.length = 0;
  expected = [];
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(words.map((word) => (word instanceof Error ? (word.stack ?? word.message) : String(word))).join(' '));
    });
}

/** Ends it, and gives all that was not expected. */
export function takeComplaints(): string[] {
  for (const level of ['error', 'warn'] as const) vi.mocked(console[level]).mockRestore();
  return said.filter((text) => !expected.some((part) => text.includes(part)));
}
