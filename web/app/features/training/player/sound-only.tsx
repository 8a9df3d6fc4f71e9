/**
 * In place of the picture of a film that has none, whether it was recorded so or the person has chosen its sound alone.
 * It lets everything through to the player beneath it, whose controls stay free.
 */
export const SoundOnly = ({ title }: { title: string }) => (
  <div className="on-navy pointer-events-none absolute inset-x-0 top-0 bottom-1/4 flex flex-col items-center justify-center gap-1 px-6 text-center text-on-navy">
    <p className="line-clamp-2 text-lg font-semibold break-words">{title}</p>
    <p className="text-sm text-on-navy-soft">Sound only</p>
  </div>
);
