import type { Standing } from '@fairlead/contract/enrolments/calls';
import { useCallback, useEffect, useState } from 'react';
import { isStaff } from '../../../lib/session/roles.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import type { OwnStandings } from './own-standings.ts';

type Parts = typeof import('./enrolment-parts.tsx');
type Known = OwnStandings & { learner: string; parts: Parts };

export type Own = {
  /** The learner's standing in a course, with the parts that show it; undefined without one. */
  in: (courseId: string) => { standing: Standing; parts: Parts } | undefined;
  hasProfile: boolean | undefined;
  /**
   * Whether the page still has to find out; what it shows a visitor may then be wrong for somebody who is signed in.
   * True in the page that is cached for everyone.
   */
  isAwaited: boolean;
  /** Reads the standings again, after a request. */
  refetch: () => Promise<void>;
};

/** The last standings read: on the way from one public page to the next they show at once, and are read again. */
let last: Known | undefined;

/**
 * The standings of the learner who reads a public page. The page is cached for everyone, so they are read after
 * hydration, and so are the parts that show them: visitors load neither. Nothing is known for visitors and staff, and
 * until the answer is there: the server then decides on a request, as always.
 */
export function useOwnStandings(): Own {
  const user = useSession()?.user;
  const learner = user && !isStaff(user.role) ? user._id : undefined;
  const [known, setKnown] = useState(last);
  const [triedFor, setTriedFor] = useState<string | null>();
  const refetch = useCallback(async () => {
    if (!learner) return;
    const [parts, { readOwnStandings }] = await Promise.all([
      import('./enrolment-parts.tsx'),
      import('./own-standings.ts'),
    ]);
    last = { ...(await readOwnStandings()), learner, parts };
    setKnown(last);
  }, [learner]);
  useEffect(() => {
    // without an answer the page stays as it is for visitors
    refetch()
      .catch(() => undefined)
      .finally(() => setTriedFor(learner ?? null));
  }, [refetch, learner]);
  const mine = learner && known?.learner === learner ? known : undefined;
  return {
    in: (courseId) => {
      const standing = mine?.byCourse.get(courseId);
      return standing && mine && { standing, parts: mine.parts };
    },
    hasProfile: mine?.hasProfile,
    isAwaited: triedFor !== (learner ?? null) && !mine,
    refetch,
  };
}
