import type { Args, Call, Reply } from '@fairlead/contract/call';
import { createContext, type RouterContextProvider } from 'react-router';

type Answer<C extends Call> = { reply: Reply<C>; next: string | undefined };

/** What the server gives to the rendering of one page. Who asks is not among it, so that a page can be cached. */
export type PageRequest = {
  /** Makes a call as somebody who is not signed in, inside the server and without a network hop. */
  visit: <C extends Call>(target: C, ...args: Args<C>) => Promise<Answer<C>>;
  /** Marks the inline scripts and styles that are ours; taken off again before the page is sent. */
  nonce: string;
  report: (error: unknown) => void;
};

export const pageRequest = createContext<PageRequest>();

type Context = Readonly<RouterContextProvider>;

/** For the loader of a public page: `asVisitor(context)(courses.getCourse, { params })`. A refusal throws its status. */
export const asVisitor =
  (context: Context) =>
  async <C extends Call>(target: C, ...args: Args<C>): Promise<Reply<C>> =>
    (await context.get(pageRequest).visit(target, ...args)).reply;

/** As `asVisitor`, for a keyset list: with the cursor of the next page. */
export const pageAsVisitor =
  (context: Context) =>
  async <C extends Call>(target: C, ...args: Args<C>): Promise<{ reply: Reply<C>; after: string | null }> => {
    const { reply, next } = await context.get(pageRequest).visit(target, ...args);
    return { reply, after: next ?? null };
  };
