import { useEffect } from 'react';
import { Outlet, redirect } from 'react-router';
import { isAnythingAboard, markedAboard } from '../../lib/device/aboard/aboard-mark.ts';
import { aboardNow, forgetAboard, useAboard } from '../../lib/device/aboard/aboard-now.ts';
import { lendKey } from '../../lib/device/aboard/lend-key.ts';
import { paths } from '../../lib/paths.ts';
import { rememberReturn } from '../../lib/session/return-path.ts';
import { personNow, watchSession } from '../../lib/session/session.ts';
import type { Route } from './+types/aboard-layout.ts';
import { AboardTrouble } from './aboard-trouble.tsx';
import { watchLink } from './queue-now.ts';
import { isSkipped } from './skipped-pin.ts';

const lib = () => import('../../lib/device/aboard/open-aboard.ts');

// while the page still hydrates: the part is loaded and the database is opened, which both mostly wait for the disk
if (typeof document !== 'undefined' && markedAboard(personNow()).length > 0)
  lib()
    .then(({ warmUp }) => warmUp(personNow()))
    // what is wrong is shown when it is opened
    .catch(() => undefined);

/**
 * Opens what the person has aboard before their pages load, so that these find the answers of the server as they were
 * last seen. Where that needs a PIN, it is asked for, unless the person has chosen to go on without.
 */
const open: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const person = personNow();
  if (person && aboardNow().person !== person && (await isAnythingAboard())) {
    const { openAboard } = await lib();
    await openAboard(person);
  }
  if (aboardNow().state === 'locked' && !isSkipped()) {
    const { pathname, search } = new URL(request.url);
    rememberReturn(pathname + search);
    throw redirect(paths.openAboard);
  }
  await next();
};

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [open];

/** Without a loader of its own, the middleware would not run on a first visit. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

/** Fetches what is missing of the courses that the person takes aboard while a page is open. */
export default function AboardLayout() {
  const { key, packs } = useAboard();
  const isBusy = key !== undefined && packs.length > 0;
  useEffect(() => {
    if (!isBusy) return;
    const queue = import('./pack-queue.ts');
    const again = () => void queue.then(({ restartQueue }) => restartQueue()).catch(() => undefined);
    // the part itself needs the network when it is not cached; then there is nothing to fetch either
    void queue.then(({ runQueue }) => runQueue()).catch(() => undefined);
    return watchLink(again);
  }, [isBusy]);
  useEffect(() => {
    if (key === undefined) return;
    return watchSession(() => {
      const { person } = aboardNow();
      const isGone = personNow() !== person;
      // at once, since a logout loads another page
      if (isGone) {
        lendKey(person, undefined);
        forgetAboard();
      }
      void lib().then(({ closeAboard, keepRenewedSession }) => (isGone ? closeAboard() : keepRenewedSession()));
    });
  }, [key]);
  return (
    <>
      <AboardTrouble />
      <Outlet />
    </>
  );
}
