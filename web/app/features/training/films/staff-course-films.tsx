import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useDragOrder } from '../../../ui/lists/drag-order.ts';
import { countInWords, itemsOf } from '../../courses/item-words.ts';
import type { Course } from '../../courses/wire.ts';
import { trainingQuery } from '../api.ts';
import { AddPackage } from '../packages/staff-add-package.tsx';
import { PackageEditor } from '../packages/staff-package-editor.tsx';
import type { TrainingSet } from '../wire.ts';
import { movedTo } from './film-order.ts';
import { reorderFilms } from './staff-film-actions.ts';
import { FilmEditor } from './staff-film-editor.tsx';

type CourseFormat = Course['format'];

type CourseFilmsProps = { courseId: string; format: CourseFormat; file: ReactNode };

/**
 * A course's films in order, each with buttons to move, rename, replace and remove it.
 *
 * @param file the button for the course as a file, which a later feature brings.
 */
export function CourseFilms({ courseId, format, file }: CourseFilmsProps) {
  const { data: set } = useSuspenseQuery(trainingQuery(courseId));
  const mayEdit = useMay('training:edit');
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {set ? <Sum set={set} /> : <NoFilms format={format} />}
        <div className="flex flex-wrap gap-3">
          {set && file}
          {mayEdit && <AddPackage courseId={courseId} />}
          {mayEdit && (
            <LinkButton to={staffPaths.uploadTrainingFor(courseId)} tone="plain" size="small">
              <UploadIcon /> Upload Training Video
            </LinkButton>
          )}
        </div>
      </div>
      {set && <Films set={set} mayEdit={mayEdit} />}
    </Card>
  );
}

function Sum({ set: { title, films } }: { set: TrainingSet }) {
  const seconds = films.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return (
    <p className="min-w-0 flex-1 basis-60 break-words">
      <span className="font-semibold">{title}</span>{' '}
      <span className="text-soft">
        · {countInWords(itemsOf(films))}, {formatSpan(seconds)}
      </span>
    </p>
  );
}

const NoFilms = ({ format }: { format: CourseFormat }) => (
  <div className="max-w-text min-w-0 flex-1 basis-60">
    <p className="font-semibold">This course has no videos or packages.</p>
    <p className="text-soft">
      {format === 'classroom'
        ? 'It is taught in a classroom: its test opens for a learner once the attendance is marked.'
        : 'Learners have nothing to watch yet.'}
    </p>
  </div>
);

function Films({ set, mayEdit }: { set: TrainingSet; mayEdit: boolean }) {
  const [moving, setMoving] = useState<string>();
  const [said, say] = useState('');
  const drag = useDragOrder((from, to) => void move(set.films[from]?.id ?? '', to));

  async function move(id: string, to: number) {
    const wanted = movedTo(set.films, id, to);
    setMoving(id);
    try {
      await reorderFilms(set, wanted);
      say(`${wanted[to]?.title} is now number ${to + 1} of ${wanted.length}.`);
    } catch (error) {
      toast(messageOf(error, 'Failed to change the order.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setMoving(undefined);
    }
  }

  return (
    <>
      <ol aria-label="Videos and packages" className="-mb-4 divide-y divide-line border-t border-line">
        {set.films.map((film, index) => {
          const Editor = film.kind === 'package' ? PackageEditor : FilmEditor;
          return (
            <Editor
              key={film.id}
              film={film}
              place={{ index, count: set.films.length }}
              mayEdit={mayEdit}
              busy={moving !== undefined}
              onMove={(to) => void move(film.id, to)}
              drag={drag}
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
