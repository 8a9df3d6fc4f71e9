import type { Args, Call, Reply } from '@fairlead/contract/platform/call';
import { createContext, isRouteErrorResponse, type RouterContextProvider } from 'react-router';

type Answer<C extends Call> = { reply: Reply<C>; next: string | undefined };

/**
 * Data and functions that the server passes to the rendering of one page. They contain nothing about the requesting
 * person, so that the page can be cached.
 */
export type PageRequest = {
  /** Makes a call as an anonymous visitor, inside the server without a network hop. */
  visit: <C extends Call>(target: C, ...args: Args<C>) => Promise<Answer<C>>;
  /** Marks our own inline scripts and styles; removed before the page is sent. */
  nonce: string;
  report: (error: unknown) => void;
};

export const pageRequest = createContext<PageRequest>();

type Context = Readonly<RouterContextProvider>;

/**
 * For the loader of a public page: `asVisitor(context)(courses.getCourse, { params })`. An error response is thrown
 * with its status.
 */
export const asVisitor =
  (context: Context) =>
  async <C extends Call>(target: C, ...args: Args<C>): Promise<Reply<C>> =>
    (await context.get(pageRequest).visit(target, ...args)).reply;

/**
 * For a part of a public page that does not take the page with it: what the call replies, and `otherwise` while that
 * cannot be read, which is reported.
 */
export const readOr =
  (context: Context) =>
  async <T>(reading: Promise<{ data: T }>, otherwise: T): Promise<T> => {
    try {
      return (await reading).data;
    } catch (error) {
      if (!isRouteErrorResponse(error)) context.get(pageRequest).report(error);
      return otherwise;
    }
  };

/** Like `asVisitor`, for a paginated list: also returns the cursor of the next page. */
export const pageAsVisitor =
  (context: Context) =>
  async <C extends Call>(target: C, ...args: Args<C>): Promise<{ reply: Reply<C>; after: string | null }> => {
    const { reply, next } = await context.get(pageRequest).visit(target, ...args);
    return { reply, after: next ?? null };
  };
