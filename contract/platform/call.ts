import type { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
import type { Permission } from './permissions.ts';

/**
 * Who may make a call. `anyone` needs no token, `signed-in` any active session, `learner` the session of a seafarer.
 * Every other value is a permission that the actor's role must have. With a list, any one of its values is sufficient.
 */
export type Who = 'anyone' | 'signed-in' | 'learner' | Permission;

/** The kind of file in a part of a multipart call; it is checked by the content, not by the name. */
export type FileKind = 'image' | 'image-or-pdf' | 'film' | 'table' | 'question-bank' | 'text';
export type FilePart = { kind: FileKind; max: number };

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, spelled as in the specification; matched without regard to case and trailing slash. */
  path: `/${string}`;
  who: Who | readonly Who[];
  params?: Schema;
  query?: Schema;
  /** The JSON body, or the text fields of a multipart body when `files` is set. */
  body?: Schema;
  /** The most bytes of a JSON body, where that is more than the usual megabyte. */
  mostBytes?: number;
  /** The file parts of the call by name; makes it multipart. */
  files?: Readonly<Record<string, FilePart>>;
  /** The status code of success; 200 when not given. */
  status?: 200 | 201 | 204;
  reply: Schema;
  /** The response is the same for everybody and changes only when a public page does, so it is cached until then. */
  shared?: true;
  /** The response may be some seconds old: it is read from a replica of the database where there is one. */
  mayLag?: true;
  /**
   * Lets staff export a paginated list as a table, by GET /export and this path. `name` is the name of the file; `who`
   * limits the export, if the list itself is open to others too.
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
      ? Record<never, never> extends z.input<B>
        ? { body?: z.input<B> }
        : { body: z.input<B> }
      : unknown);

/** The arguments of a call, typed from the contract. */
export type Args<C extends Call> = keyof In<C> extends never ? [] : [In<C>];
/** The result of a call, decoded from JSON. */
export type Reply<C extends Call> = z.output<C['reply']>;
