import { describe, expect, test } from 'vitest';
import { newTrace, traceOf, traceparentOf } from './trace.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';
const of = (traceparent?: string) => traceOf({ headers: traceparent === undefined ? {} : { traceparent } });

describe('the trace of a request', () => {
  test.each([`00-${id}-${span}-01`, `00-${id}-${span}-00`, `cc-${id}-${span}-01`, `cc-${id}-${span}-01-more`])(
    'is that of the caller: %s',
    (header) => expect(of(header)).toBe(id),
  );

  test.each([
    undefined,
    '',
    `ff-${id}-${span}-01`,
    `00-${id}-${span}-01-more`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id.toUpperCase()}-${span}-01`,
    `00-${id}-${span}`,
    `00-${id}"}-${span}-01`,
  ])('is a new one without a valid header: %s', (header) => {
    expect(of(header)).toMatch(/^[\da-f]{32}$/);
    expect(of(header)).not.toBe(id);
  });

  test('goes on to another server, under a span of its own', () => {
    const trace = newTrace();
    expect(of(traceparentOf(trace))).toBe(trace);
    expect(traceparentOf(trace)).not.toBe(traceparentOf(trace));
  });
});
