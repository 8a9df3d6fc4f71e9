import type { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
import type { Permission } from './permissions.ts';

/**
 * Who may make a call. `anyone` needs no token, `signed-in` any live session, `learner` the session of a
 * seafarer; every other value is a permission that the actor's role must carry. A list means any one of them.
 */
export type Who = 'anyone' | 'signed-in' | 'learner' | Permission;

/** What a file part of a multipart call may carry; its content decides, not its name. */
export type FileKind = 'image' | 'image-or-pdf' | 'film' | 'table' | 'text';
export type FilePart = { kind: FileKind; max: number };

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, in the specification's spelling; matched without regard to case and trailing slash. */
  path: `/${string}`;
  who: Who | readonly Who[];
  params?: Schema;
  query?: Schema;
  /** JSON body, or the text fields of a multipart body when `files` is set. */
  body?: Schema;
  /** Makes the call multipart: the names of its file parts. */
  files?: Readonly<Record<string, FilePart>>;
  /** Status of success; 200 when not given. */
  status?: 200 | 201 | 204;
  reply: Schema;
  /** The answer is the same for whoever asks, and changes only when a public page does: it is kept whole until then. */
  shared?: true;
  /**
   * Lets staff take a keyset list away as a table, by GET /export and this path: what its file is called, and who may
   * where the list is open to others too.
   */
  table?: { name: string; who?: Permission };
};

/** The calls of one feature, by name. */
export type Calls = Readonly<Record<string, Call>>;

type In<C extends Call> = (C extends { params: infer P extends Schema } ? { params: z.input<P> } : unknown) &
  (C extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : unknown) &
  (C extends { files: object }
    ? { form: FormData }
    : C extends { body: infer B extends Schema }
      ? { body: z.input<B> }
      : unknown);

/** What a caller hands over, typed from the contract. */
export type Args<C extends Call> = keyof In<C> extends never ? [] : [In<C>];
/** What comes back, after JSON. */
export type Reply<C extends Call> = z.output<C['reply']>;
