import { type OfflinePass, offlineRecords, progressFileOf, signPart } from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  type DeviceKeyPair,
  encodeLink,
  firstHash,
  hashAfter,
  type Link,
  makeDeviceKey,
  type PlayedLink,
  publicKeyOf,
} from '@fairlead/contract/offline-records/offline-record-format';
import type { Args, Call, Reply } from '@fairlead/contract/platform/call';
import type { Db } from '../../../platform/db/database.ts';

/** What a device needs of the academy: its calls, as a person, and a clock that a test may move. */
export type Ashore<P> = {
  call: <C extends Call>(call: C, ...args: [...Args<C>, P?]) => Promise<{ status: number; body: Reply<C> }>;
  clock: () => Date;
  wait: (seconds: number) => void;
};

/** What is written beside a part of a film, where it is not what a true player writes. */
type Odd = Partial<Omit<PlayedLink, 'kind' | 'film' | 'from' | 'to'>>;

/**
 * A learner's device with an offline pass: it plays, and keeps its record until the academy has it. The clocks of the
 * device are the test's, moved by `clockShift` seconds.
 */
export async function deviceAboard<P>(
  program: Ashore<P>,
  courseId: string,
  learner: P,
  { pair, shift = 0 }: { pair?: DeviceKeyPair; shift?: number | undefined } = {},
) {
  const { call, clock } = program;
  const keys = pair ?? (await makeDeviceKey());
  const key = base64url.encode(await publicKeyOf(keys));
  const issued = await call(offlineRecords.issuePass, { params: { id: courseId }, body: { key } }, learner);
  if (issued.status !== 200) throw new Error(`no pass: ${JSON.stringify(issued.body)}`);
  const pass: OfflinePass = issued.body.data;
  const passId = pass._id;
  const now = () => clock().getTime() / 1000;
  let links: Uint8Array[] = [];
  let acknowledged = { number: 0, hash: firstHash(passId) };
  let session = { number: 0, began: now() };

  const write = (link: Link) => {
    links.push(encodeLink(link));
  };
  const device = {
    keys,
    pass,
    passId,
    learner,
    /** The device starts again; its clock is `shift` seconds ahead of the academy's. */
    start(clockShift = shift) {
      session = { number: session.number + 1, began: now() };
      write({ kind: 'session', number: session.number, wallClock: Math.round(now() + clockShift) });
    },
    /** The part of a film that has just been played at normal speed, in seconds; the test's clock is moved by that. */
    play(film: number, from: number, to: number, { wait = to - from, ...odd }: Odd & { wait?: number } = {}) {
      if (session.number === 0) device.start();
      const began = Math.round((now() - session.began) * 100);
      program.wait(wait);
      const [start, end] = [Math.round(from * 100), Math.round(to * 100)];
      const facts = { rate: 20, visible: true, muted: false, clockShift: 0 };
      write({ kind: 'played', film, from: start, to: end, began, took: end - start, ...facts, ...odd });
    },
    /** What is not acknowledged, signed; with `change`, what a forger would sign. */
    part: (change: { passId?: string; first?: number; previous?: Uint8Array; links?: Uint8Array[] } = {}) =>
      signPart(keys.privateKey, {
        passId,
        first: acknowledged.number + 1,
        previous: acknowledged.hash,
        links,
        ...change,
      }),
    /** The same as a file. */
    file: async (answers: Record<string, number | null> = {}) =>
      JSON.stringify(
        await progressFileOf(keys.privateKey, {
          pass: pass.statement,
          passId,
          part: await device.part(),
          answers: listed(answers),
        }),
      ),
    send: (
      part: Awaited<ReturnType<typeof signPart>> | null,
      answers: Record<string, number | null> = {},
      as = learner,
    ) => call(offlineRecords.sync, { params: { id: passId }, body: { part, answers: listed(answers) } }, as),
    /** Sends what is not acknowledged, and forgets what the academy has. */
    async sync(answers: Record<string, number | null> = {}, most = links.length) {
      const answer = await device.send(
        links.length > 0 ? await device.part({ links: links.slice(0, most) }) : null,
        answers,
      );
      if (answer.status === 200) device.acknowledge(answer.body.data.head);
      return answer;
    },
    acknowledge(head: { number: number; hash: string }) {
      const count = head.number - acknowledged.number;
      const hash = hashAfter(acknowledged.hash, links.slice(0, count));
      if (base64url.encode(hash) !== head.hash) return;
      acknowledged = { number: head.number, hash };
      links = links.slice(count);
    },
    /** A copy of the device as it is now, with its key: what a copied browser profile would be. */
    copied() {
      const kept = { links: [...links], acknowledged, session };
      return {
        restore() {
          ({ acknowledged, session } = kept);
          links = [...kept.links];
        },
      };
    },
    get unsent() {
      return links;
    },
  };
  return device;
}

const listed = (answers: Record<string, number | null>) =>
  Object.entries(answers).map(([check, choice]) => ({ check, choice }));

/** An offline pass of an enrolment, as a row. */
export async function addPass({ db, clock }: { db: Db; clock: () => Date }, enrolmentId: string): Promise<string> {
  const pass = { enrolmentId, deviceKey: 'key', deviceWords: 'Chrome on Android', films: '[]' };
  const { id } = await db
    .insertInto('offlinePass')
    .values({ ...pass, issuedAt: clock(), seenAt: clock() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
