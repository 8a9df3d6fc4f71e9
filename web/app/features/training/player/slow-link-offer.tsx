import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { type Quality, type QualityChoice, soundInstead } from './film-quality.ts';

type SlowLinkOfferProps = {
  qualities: readonly QualityChoice[];
  quality: Quality;
  /** The link is too slow for what is played. */
  tooSlow: boolean;
  /** Whether what is listened to counts as watched. */
  isCredited: boolean;
  onQuality: (quality: Quality) => void;
};

/** On a link that is too slow for any picture, offers the sound only. */
export function SlowLinkOffer({ qualities, quality, tooSlow, isCredited, onQuality }: SlowLinkOfferProps) {
  const sound = tooSlow ? soundInstead(qualities, quality) : undefined;
  if (!sound) return null;
  return (
    <Alert
      tone="info"
      action={
        <Button tone="plain" size="small" onClick={() => onQuality(sound.value)}>
          Sound only
        </Button>
      }
    >
      Your connection is too slow for video. You can play the sound only, and switch back at any time.
      {isCredited && ' It counts as watched.'}
    </Alert>
  );
}
