import { expect, test } from 'vitest';
import { judgeOwners } from './check-owners.ts';

const dataDir = '/data';
const [root, program, other] = [0, 10_001, 10_002];
const judge = (me: number, owner: number, ...uids: number[]) =>
  judgeOwners({ dataDir, me, owner, entries: new Map(uids.map((uid, i) => [`keys/${i}.pem`, uid])) });
const states = (...of: Parameters<typeof judge>) => judge(...of).map(({ state }) => state);

test('a volume of root with files of the program is as it should be', () => {
  expect(states(program, root, program, program)).toEqual(['fine']);
  expect(states(program, root)).toEqual(['fine']);
});

test('a folder that belongs to the program with all in it is as it should be', () => {
  expect(states(program, program, program)).toEqual(['fine']);
  expect(states(root, root, root)).toEqual(['fine']);
});

test.each([program, root])('a file of root is named to the user %i, and given to the program', (me) => {
  const owner = me === root ? program : root;
  expect(judge(me, owner, program, root)[0]).toEqual({
    state: 'wrong',
    says: '/data/keys/1.pem belongs to another user than the program’s (10001), which may not be able to change it.',
    remedy: 'chown -R 10001 /data as root, and enter commands as the program’s user',
  });
});

test('where the program’s user is not known, nothing is to be given away', () => {
  expect(states(root, root, program, program)).toEqual(['look']);
  expect(states(root, root, root, program)).toEqual(['look']);
  expect(states(other, program, program)).toEqual(['look']);
  expect(states(other, root, program)).toEqual(['look']);
});

test('a doctor that runs as root cannot see what the program may not do', () => {
  expect(states(root, program, program)).toEqual(['look']);
});
