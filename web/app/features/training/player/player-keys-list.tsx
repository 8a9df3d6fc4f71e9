import { Dialog } from '../../../ui/dialogs/pane.tsx';
import { keysInWords } from './player-keys.ts';

type PlayerKeysListProps = { shown: boolean; onShow: (shown: boolean) => void };

/** The keys of the player in a dialog, with the button that opens it; the key ? opens it too. */
export function PlayerKeysList({ shown, onShow }: PlayerKeysListProps) {
  return (
    <>
      <button type="button" className="player-keys-button" onClick={() => onShow(true)}>
        Keys of the player
      </button>
      <Dialog open={shown} onClose={() => onShow(false)} title="Keys of the player">
        <dl className="player-keys">
          {keysInWords.map(([keys, words]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p className="player-note">
          They apply while the focus is in the player. On the bar, what you have watched is orange.
        </p>
      </Dialog>
    </>
  );
}
