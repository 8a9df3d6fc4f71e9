import { useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/choice-fields.tsx';
import type { Film } from '../wire.ts';
import { openToVisitors } from './staff-film-actions.ts';

/** Whether visitors may watch a film on the course's public page; it is saved at once. */
export function OpenToVisitors({ film, mayEdit }: { film: Film; mayEdit: boolean }) {
  const [wanted, setWanted] = useState<boolean>();
  async function change(open: boolean) {
    setWanted(open);
    try {
      toast(await openToVisitors(film, open));
    } catch (error) {
      toast(messageOf(error, 'Failed to change who can watch the video.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setWanted(undefined);
    }
  }
  if (!mayEdit) return film.openToVisitors && <p className="mt-1 text-sm text-soft">Visitors can watch it.</p>;
  return (
    <label htmlFor={`open-${film.id}`} className="mt-2 flex w-fit items-center gap-2 text-sm">
      <Checkbox
        id={`open-${film.id}`}
        checked={wanted ?? film.openToVisitors}
        disabled={wanted !== undefined}
        aria-describedby={`film-${film.id}`}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      Visitors can watch it before they enroll
    </label>
  );
}
