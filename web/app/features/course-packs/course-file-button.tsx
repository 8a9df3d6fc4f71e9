import { coursePacks } from '@fairlead/contract/course-packs/calls';
import { useQuery } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/calls/api-client.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { sizeName } from './size-words.ts';

/** Links to the course as a file, one for each size of its videos. */
export const CourseFileButton = ({ courseId, children }: { courseId: string; children: string }) => (
  <DialogButton label={children} size="small" title="Course file">
    {() => <Files courseId={courseId} />}
  </DialogButton>
);

function Files({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['course-files', courseId],
    queryFn: async () => (await call(coursePacks.listFiles, { params: { id: courseId } })).data,
  });
  if (error && !data) {
    const sentence = messageOf(error, 'The sizes of this course could not be loaded.');
    return <ListFailure sentence={sentence} retry={() => void refetch()} />;
  }
  if (!data) return <Skeleton className="h-40" />;
  if (data.length === 0)
    return <Alert tone="info">The videos of this course are being prepared. Please try again later.</Alert>;
  return (
    <div className="flex flex-col gap-4">
      <p>
        The whole course in one file, for a stick or the ship’s share. It is encrypted: only people with an offline pass
        for this course can open it, under Courses Aboard.
      </p>
      <ul aria-label="Size of the videos" className="flex flex-col gap-2">
        {data.map(({ lines, bytes, url }) => (
          <li key={`${lines}`}>
            <a href={url} download>
              {sizeName(lines)} · {formatSize(bytes)}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">
        Your browser saves the file. A download that was cut off can be continued there.
      </p>
    </div>
  );
}
