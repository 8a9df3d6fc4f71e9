import type { Call } from '@fairlead/contract/platform/call';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { CallAsVisitor } from '../http/calls.ts';

/** What rendering a page is given; see web/app/lib/pages/page-request.ts. */
export type PageRequest = {
  visit: (call: Call, args?: { params?: unknown; query?: unknown }) => ReturnType<CallAsVisitor>;
  nonce: string;
  report: (error: unknown) => void;
};

type Answer = { status: number; text: string; header: (name: string) => string | null };

/** The exports of the server bundle beside the pages; see web/app/entry.server.tsx. */
export type ServerEntry = Pick<typeof import('react-router'), 'createRequestHandler' | 'data'> & {
  contextFor: (offer: PageRequest) => RouterContextProvider;
  firstViewOf: (
    build: ServerBuild,
    viewer: {
      url: string;
      accessToken: string;
      answer: (outgoing: { method: string; url: string }) => Promise<Answer>;
    },
    offer: PageRequest,
  ) => Promise<{ html: string; bodies: Record<string, string> } | undefined>;
};
