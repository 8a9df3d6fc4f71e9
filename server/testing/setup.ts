import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

// What is printed with console.error during a test fails it: an error that only scrolls by is one nobody sees.
// A test that expects one replaces console.error itself, with vi.spyOn.

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
