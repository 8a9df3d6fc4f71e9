import { createHash } from 'node:crypto';
import { RecordPart } from '@fairlead/contract/offline-records/calls';
import { AcademyKey } from '@fairlead/contract/ships/calls';
import { Id, Instant } from '@fairlead/contract/values/shapes';
import { z } from 'zod/mini';

// What a pack may hold: these tables, columns and files, and nothing else. Objects are strict on neither side: what is
// not named here is dropped before it is stored.

const File = z.object({ name: z.string(), bytes: z.number(), type: z.string() });
export type PackedFile = z.infer<typeof File>;

const Stretches = z.array(z.tuple([z.number(), z.number()]));

const ShipSection = z.object({
  kind: z.literal('ship'),
  id: Id,
  name: z.string(),
  imo: z.string(),
  academy: z.string(),
  keys: z.array(AcademyKey),
});
export type ShipSection = z.infer<typeof ShipSection>;

/** A presence check as staff have set it, without the right answer: that is judged ashore. */
const FilmCheck = z.object({
  id: Id,
  atSeconds: z.nullable(z.number()),
  everySeconds: z.nullable(z.number()),
  question: z.nullable(z.string()),
  options: z.nullable(z.array(z.string())),
});

const CourseSection = z.object({
  kind: z.literal('course'),
  id: Id,
  title: z.string(),
  description: z.string(),
  duration: z.string(),
  category: z.string(),
  regulations: z.string(),
  subjects: z.array(z.string()),
  format: z.enum(['online', 'classroom', 'both']),
  highestSpeed: z.number(),
  /** Opens its course file. */
  courseKey: z.string(),
  lines: z.nullable(z.number()),
  set: z.nullable(z.object({ id: Id, title: z.string() })),
  films: z.array(
    z.object({
      id: Id,
      serial: z.number(),
      title: z.string(),
      durationSeconds: z.number(),
      width: z.number(),
      height: z.number(),
      media: File,
      playlist: z.nullable(File),
      poster: z.nullable(File),
      texts: z.array(z.object({ ...File.shape, kind: z.enum(['captions', 'transcript']), language: z.string() })),
      checks: z.array(FilmCheck),
    }),
  ),
});
export type CourseSection = z.infer<typeof CourseSection>;

const PersonSection = z.object({
  kind: z.literal('person'),
  id: Id,
  prefix: z.enum(['Mr', 'Mrs', 'Dr', 'Prof', 'Ms', 'Miss', 'Capt.', 'None']),
  firstName: z.string(),
  lastName: z.string(),
  codeHash: z.string(),
  enrolments: z.array(
    z.object({
      id: Id,
      courseId: Id,
      pass: z.object({
        id: Id,
        films: z.array(z.object({ id: Id, seconds: z.number() })),
        head: z.object({ number: z.number(), hash: z.string() }),
      }),
      watching: z.array(
        z.object({
          filmId: Id,
          highestSpeed: z.number(),
          intervals: Stretches,
          position: z.number(),
          completed: z.boolean(),
        }),
      ),
      checks: z.array(
        z.object({ id: Id, filmId: Id, checkId: Id, turn: z.number(), atSeconds: z.number(), answered: z.boolean() }),
      ),
    }),
  ),
});
export type PersonSection = z.infer<typeof PersonSection>;

/** The host of the ship's computer and its certificate, where the academy has a domain for ships. */
const OriginSection = z.object({
  kind: z.literal('origin'),
  id: Id,
  host: z.string(),
  /** The public key for which the academy was asked for a certificate last. */
  key: z.nullable(z.string()),
  /** The certificate for it with its issuers, as PEM; null while there is none. */
  chain: z.nullable(z.string()),
});
export type OriginSection = z.infer<typeof OriginSection>;

/** A test that was released to the ship. */
const TestSection = z.object({
  kind: z.literal('test'),
  id: Id,
  courseId: Id,
  courseTitle: z.string(),
  title: z.string(),
  minutes: z.nullable(z.number()),
  opensAt: Instant,
  closesAt: Instant,
  /** By which the invigilator's code is known. */
  check: z.string(),
});
export type TestSection = z.infer<typeof TestSection>;

/** The paper of a person: questions without right answers, sealed with the invigilator's code. */
const PaperSection = z.object({
  kind: z.literal('paper'),
  id: Id,
  test: Id,
  person: Id,
  /** That this paper allows: its test may have been changed since. */
  minutes: z.nullable(z.number()),
  /** Null once the academy has the answers. */
  sealed: z.nullable(z.string()),
  state: z.enum(['aboard', 'taken', 'refused']),
  refused: z.nullable(z.string()),
});
export type PaperSection = z.infer<typeof PaperSection>;

/** A part of what was decided ashore that changes as a whole. It is named by the SHA-256 of its JSON. */
export const Section = z.discriminatedUnion('kind', [
  ShipSection,
  OriginSection,
  CourseSection,
  PersonSection,
  TestSection,
  PaperSection,
]);
export type Section = z.infer<typeof Section>;

export const digestOfSection = (section: Section): string =>
  createHash('sha256').update(JSON.stringify(section)).digest('base64url').slice(0, 22);

/** Down: what is decided ashore, of which the box may have parts already, and what became of the pack before. */
export const DownContent = z.object({
  madeAt: Instant,
  validUntil: Instant,
  /** The names of all sections that hold now, with their digests. */
  manifest: z.record(z.string(), z.string()),
  /** Those that the box did not have; a pack over a link has some of them, and the next one more. */
  sections: z.array(Section),
  /** The records as the academy has them. */
  records: z.array(
    z.object({
      pass: Id,
      head: z.object({ number: z.number(), hash: z.string() }),
      /**
       * `fork`: it does not continue what the academy has, since this box was restored or copied. `over`: the
       * enrolment is over, so that nothing more is credited.
       */
      state: z.enum(['taken', 'fork', 'over']),
      /** The answers to presence checks that the academy has now, by their checks. */
      answered: z.array(Id),
      /** Those that do not count. */
      refused: z.array(z.object({ check: Id, againFrom: z.number() })),
    }),
  ),
  /** The test papers whose answers need not be sent any more. */
  sittings: z.array(Id),
  /** Where the files of its courses are ashore; the links expire. */
  courseFiles: z.array(z.object({ course: Id, path: z.string() })),
  /** The identity that the box has from now on, where it asked for another one; and the key of its packs. */
  renewed: z.nullable(z.object({ box: Id, packKey: z.string() })),
});
export type DownContent = z.infer<typeof DownContent>;

/** The most test papers in one pack; the others go with the next one. */
export const mostSittings = 200;

/** A paper that was handed in, or whose time is over. */
const SittingUp = z.object({
  paper: Id,
  /** By the box's clock. */
  startedAt: Instant,
  submittedAt: Instant,
  isSubmitted: z.boolean(),
  /** Sealed as the paper was, also while there are none: only who has the code can begin a paper. */
  answers: z.string(),
});
export type SittingUp = z.infer<typeof SittingUp>;

/** Up: what was recorded aboard, which only grows. */
export const UpContent = z.object({
  /** By the box's clock, which decides nothing. */
  clock: Instant,
  /** The digests of the sections that it has. */
  has: z.array(z.string()),
  records: z.array(
    z.object({
      pass: Id,
      part: z.nullable(RecordPart),
      answers: z.array(z.object({ check: Id, choice: z.nullable(z.number()) })),
    }),
  ),
  sittings: z.array(SittingUp).check(z.maxLength(mostSittings)),
  /** The public key that it wants to have from now on: it was restored or copied. */
  nextKey: z.nullable(z.string()),
  /** Asks for a certificate for the key of its web server, where the academy does not know it. */
  certificateRequest: z.nullable(z.object({ key: z.string(), signature: z.string() })),
});
export type UpContent = z.infer<typeof UpContent>;
