import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { keysInWords } from './player-keys.ts';

type PlayerKeysListProps = { shown: boolean; onShow: (shown: boolean) => void; isCredited: boolean };

/** The keys of the player in a dialog, with the button that opens it; the key ? opens it too. */
export function PlayerKeysList({ shown, onShow, isCredited }: PlayerKeysListProps) {
  return (
    <>
      <button type="button" className="player-keys-button" onClick={() => onShow(true)}>
        Keyboard shortcuts
      </button>
      <Dialog open={shown} onClose={() => onShow(false)} title="Keyboard shortcuts">
        <dl className="player-keys">
          {keysInWords.map(([keys, words]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p className="player-note">
          They work when the player has the focus.
          {isCredited && ' On the bar, the parts that you have watched are orange.'}
        </p>
      </Dialog>
    </>
  );
}
