import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/calls/api-client.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { type Preview, specimenQuery } from './staff-preview-api.ts';
import { useObjectUrl } from './use-object-url.ts';

/** A specimen of the certificate. */
export function CertificatePart({ preview: { course } }: { preview: Preview }) {
  const { data, error, isError, refetch } = useQuery(specimenQuery(course.id));
  const url = useObjectUrl(data);
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="max-w-text">
        A learner who passes gets a PDF that is signed, numbered and entered in the public log. This is only a specimen.
        Its QR code leads to no certificate.
      </p>
      {isError ? (
        <ListFailure sentence={messageOf(error, 'Failed to draw the specimen.')} retry={() => void refetch()} />
      ) : url ? (
        <img
          src={url}
          alt={`Specimen of the certificate: ${course.title}`}
          width={960}
          height={679}
          className="h-auto w-full rounded-sm bg-white shadow-card"
        />
      ) : (
        <Skeleton className="aspect-[297/210]" />
      )}
    </div>
  );
}
