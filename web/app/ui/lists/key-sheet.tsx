import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { CheckboxField } from '../forms/choice-fields.tsx';
import { KeyboardIcon } from '../more-icons.tsx';
import { areKeysOn, setKeysOn } from './list-settings.ts';

/** A key and what it does. */
export type Key = readonly [name: string, does: string];

/** Whether keys are on, and whether their sheet is shown. */
export function useKeySheet() {
  const [on, setOn] = useState(areKeysOn);
  const [shown, show] = useState(false);
  return {
    shown,
    show,
    on,
    switchOn: (wanted: boolean) => {
      setKeysOn(wanted);
      setOn(wanted);
    },
  };
}

type SheetProps = ReturnType<typeof useKeySheet> & {
  /** The keys; asked for when the sheet is shown. */
  keys: () => Key[];
};

/** The sheet with the keys of a list or a page. */
export function KeySheet({ keys, shown, show, on, switchOn }: SheetProps) {
  return (
    <Dialog open={shown} onClose={() => show(false)} title="Keyboard shortcuts">
      {shown && (
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
          {keys().map(([name, does]) => (
            <KeyLine key={name} name={name}>
              {does}
            </KeyLine>
          ))}
        </dl>
      )}
      <CheckboxField
        className="mt-5"
        checked={on}
        onChange={(event) => switchOn(event.currentTarget.checked)}
        label={
          <>
            Use these keys on this device
            <span className="block text-sm text-soft">Switch them off if you use speech input.</span>
          </>
        }
      />
    </Dialog>
  );
}

/** The button of a page that shows its keys. */
export const KeysButton = ({ show }: Pick<SheetProps, 'show'>) => (
  <button
    type="button"
    data-keys=""
    aria-label="Keyboard shortcuts"
    title="Keyboard shortcuts"
    aria-haspopup="dialog"
    onClick={() => show(true)}
    className="icon-button size-9 border border-edge bg-surface text-base max-lg:hidden"
  >
    <KeyboardIcon />
  </button>
);

function KeyLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <kbd className="inline-block min-w-8 rounded-sm border border-edge bg-sunken px-2 py-0.5 text-center font-mono text-sm">
          {name}
        </kbd>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
