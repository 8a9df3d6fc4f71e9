import { useCallback, useEffect, useState } from 'react';
import { personNow } from '../../lib/session/session.ts';
import type { PinState } from './pin.ts';

/** Whether the signed-in person has a PIN here, and needs one; undefined until it is known. `read` looks again. */
export function usePinState(): { pin: PinState | undefined; read: () => void } {
  const [pin, setPin] = useState<PinState>();
  const read = useCallback(() => {
    const person = personNow();
    void import('./pin.ts').then(({ readPinState }) => readPinState(person)).then(setPin, () => setPin(none));
  }, []);
  useEffect(read, [read]);
  return { pin, read };
}

/** A browser without a database has no PINs either. */
const none: PinState = { hasPin: false, isNeeded: false, shownAs: '' };
