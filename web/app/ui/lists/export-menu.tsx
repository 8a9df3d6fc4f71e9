import type { ExportFormat } from '@fairlead/contract/values/shapes';
import { useContext, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { ActionLook } from '../dialogs/action-look.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { toast } from '../feedback/toast.tsx';
import { ChevronDownIcon } from '../icons.tsx';
import { DownloadIcon } from '../more-icons.tsx';
import { ActionMenu } from './row-menu.tsx';

const formats = [
  { format: 'csv', name: 'CSV' },
  { format: 'xlsx', name: 'Excel' },
] as const;

type ExportProps = { takeAway: (format: ExportFormat) => Promise<void> };

/** A menu that saves a whole list as a file of a format; busy meanwhile, since a long list takes time. */
export function ExportMenu({ takeAway }: ExportProps) {
  const [busy, setBusy] = useState(false);

  async function save(format: ExportFormat) {
    setBusy(true);
    try {
      await takeAway(format);
    } catch (error) {
      toast(messageOf(error, 'Failed to export the list.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <ActionMenu
      label="Export"
      title="Save the whole list"
      className="button"
      look={{ 'data-tone': 'plain', 'data-size': 'small' }}
      busy={busy}
      face={
        <>
          {busy ? <Spinner className="-ml-1" /> : <DownloadIcon />} Export <ChevronDownIcon className="size-4" />
        </>
      }
    >
      {formats.map(({ format, name }) => (
        <Format key={format} name={name} save={() => save(format)} />
      ))}
    </ActionMenu>
  );
}

function Format({ name, save }: { name: string; save: () => Promise<void> }) {
  const { Opener } = useContext(ActionLook);
  return <Opener onClick={() => void save()}>{name}</Opener>;
}
