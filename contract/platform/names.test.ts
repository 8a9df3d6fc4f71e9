import { describe, expect, expectTypeOf, test } from 'vitest';
import { registrationNames } from '../accounts/names.ts';
import { questionNames, resultNames } from '../assessments/names.ts';
import { certificateNames } from '../certificates/names.ts';
import { courseNames } from '../courses/names.ts';
import { profileNames } from '../seafarers/names.ts';
import { trainingNames } from '../training/names.ts';
import { type FromWire, fromWire, inverted, nameIn, type ToWire, toWire } from './names.ts';

const names = { _id: 'id', tittle: 'prefix', trainingVideo: 'films' } as const;

type Wire = {
  readonly _id: string;
  tittle: string | null;
  note?: string;
  trainingVideo: { _id: string; parts: [number, number][] }[];
  owner: { _id: string } | null;
};
const wire: Wire = {
  _id: 'a',
  tittle: null,
  trainingVideo: [{ _id: 'b', parts: [[0, 1]] }],
  owner: { _id: 'c' },
};
type Ours = {
  readonly id: string;
  prefix: string | null;
  note?: string;
  films: { id: string; parts: [number, number][] }[];
  owner: { id: string } | null;
};
const ours: Ours = { id: 'a', prefix: null, films: [{ id: 'b', parts: [[0, 1]] }], owner: { id: 'c' } };

describe('the names of the wire', () => {
  test('become ours at every depth, and all else stays as it is', () => {
    expect(fromWire(names, wire)).toEqual(ours);
    expect(fromWire(names, { ...wire, note: 'x', owner: null })).toEqual({ ...ours, note: 'x', owner: null });
    expectTypeOf<FromWire<typeof names, Wire>>().toEqualTypeOf<Ours>();
    expectTypeOf(fromWire(names, wire)).toEqualTypeOf<Ours>();
  });

  test('are there again on the way back', () => {
    expect(toWire(names, ours)).toEqual(wire);
    expect(toWire(names, fromWire(names, wire))).toEqual(wire);
    expectTypeOf<ToWire<typeof names, Ours>>().toEqualTypeOf<Wire>();
    expectTypeOf(toWire(names, ours)).toEqualTypeOf<Wire>();
  });

  test('are those of a list as well', () => {
    expect(fromWire(names, [wire, wire])).toEqual([ours, ours]);
    expectTypeOf(fromWire(names, [wire])).toEqualTypeOf<Ours[]>();
  });

  test('do not depend on what every object has', () => {
    expect(fromWire(names, JSON.parse('{"constructor":1,"__proto__":{"_id":"d"}}'))).toEqual(
      JSON.parse('{"constructor":1,"__proto__":{"id":"d"}}'),
    );
  });
});

test('dates are sent as instants, also where there may be none', () => {
  const at = new Date('2026-11-23T12:00:00Z');
  const row = { id: 'a', at, ended: null as Date | null, days: [at] };
  expect(toWire(names, row)).toEqual({ _id: 'a', at: at.toISOString(), ended: null, days: [at.toISOString()] });
  expectTypeOf(toWire(names, row)).toEqualTypeOf<{ _id: string; at: string; ended: string | null; days: string[] }>();
});

test('a field of a form finds its other name', () => {
  expect([nameIn(names, 'tittle'), nameIn(names, 'email'), nameIn(names, 'constructor')]).toEqual([
    'prefix',
    'email',
    'constructor',
  ]);
  expect(inverted(names)).toEqual({ id: '_id', prefix: 'tittle', films: 'trainingVideo' });
  expectTypeOf(inverted(names).prefix).toEqualTypeOf<'tittle'>();
});

test.each(
  Object.entries({
    registrationNames,
    profileNames,
    courseNames,
    trainingNames,
    certificateNames,
    questionNames,
    resultNames,
  }),
)('no two names of the wire are one of ours: %s', (_, table) => {
  expect(inverted(inverted(table))).toEqual(table);
});
