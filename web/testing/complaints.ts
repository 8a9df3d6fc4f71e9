import { vi } from 'vitest';

let expected: string[] = [];
const said: string[] = [];

/** Permits a message in the console that a test causes on purpose, named by a part of it. */
export function expectComplaint(part: string): void {
  expected.push(part);
}

const levels = ['error', 'warn'] as const;

/** Starts to collect the errors and warnings that the page writes to the console. */
export function watchComplaints(): void {
  said.length = 0;
  expected = [];
  for (const level of levels)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(words.map((word) => (word instanceof Error ? (word.stack ?? word.message) : String(word))).join(' '));
    });
}

/** The messages of this test that were not expected. */
export const complaints = (): string[] => said.filter((text) => !expected.some((part) => text.includes(part)));
