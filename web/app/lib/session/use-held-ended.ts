import { useSyncExternalStore } from 'react';
import { isHeldEnded, watchEnded } from './held-session.ts';

/** Whether the server has ended the session that a page holds: what is not sent goes out after the next login. */
export const useHeldEnded = (): boolean => useSyncExternalStore(watchEnded, isHeldEnded, () => false);
