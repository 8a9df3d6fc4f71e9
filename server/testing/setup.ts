import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Output of console.error during a test fails the test: otherwise nobody would notice it. A test that expects an error
// replaces console.error itself, with vi.spyOn.

const print = console.error;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  console.error = (...details: unknown[]) => {
    printed.push(format(...details));
    print(...details);
  };
});

afterEach(() => {
  console.error = print;
  if (printed.length > 0) throw new Error(`console.error was called:\n${printed.join('\n')}`);
});

// Files share a process: what one leaves behind, the next one would find.
afterAll(() => {
  vi.useRealTimers();
});
