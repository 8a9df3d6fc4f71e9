import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Card } from '../../ui/layout.tsx';
import { PinForm } from './pin-form.tsx';
import { usePinState } from './use-pin-state.ts';

/** The PIN of the person on this device: whether there is one, whether it is needed, and how to set it. */
export function PinSection() {
  const { pin: state, read } = usePinState();
  if (!state) return null;
  const change = state.hasPin ? 'Change PIN' : 'Set a PIN';
  return (
    <Card className="flex flex-col gap-4 p-5">
      <h2 className="text-lg">Shared computer</h2>
      {state.isNeeded && !state.hasPin && (
        <Alert tone="warn">
          Somebody else has courses on this device too. Set a PIN, so that only you can open yours.
        </Alert>
      )}
      <p className="text-sm text-soft">
        {state.hasPin
          ? 'Your courses on this device open with your PIN, without internet too.'
          : 'With a PIN, only you can open your courses on this device. You can then log out, and open them again without internet.'}
      </p>
      <div>
        <DialogButton label={change} size="small" title={change}>
          {(close) => (
            <PinForm
              hasPin={state.hasPin}
              shownAs={state.shownAs}
              onSaved={() => {
                close();
                toast('PIN saved.');
                read();
              }}
            />
          )}
        </DialogButton>
      </div>
    </Card>
  );
}
