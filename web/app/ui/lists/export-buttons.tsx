import type { ExportFormat } from '@fairlead/contract/values/shapes';
import { useState } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toast.tsx';
import { DownloadIcon } from '../more-icons.tsx';

const formats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel' },
] as const;

type ExportProps = { takeAway: (format: ExportFormat) => Promise<void> };

/** Buttons that save a whole list as a file, one for each format. */
export function ExportButtons({ takeAway }: ExportProps) {
  return (
    <div className="flex gap-2">
      {formats.map(({ format, name }) => (
        <ExportButton key={format} name={name} takeAway={() => takeAway(format)} />
      ))}
    </div>
  );
}

/** Shows a busy state, since the export of a long list takes time. */
function ExportButton({ name, takeAway }: { name: string; takeAway: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await takeAway();
    } catch (error) {
      toast(messageOf(error, 'Failed to export the list.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      tone="plain"
      size="small"
      busy={busy}
      aria-label={`Export as ${name}`}
      title="Save the whole list"
      onClick={() => void save()}
    >
      {!busy && <DownloadIcon />} {name}
    </Button>
  );
}
