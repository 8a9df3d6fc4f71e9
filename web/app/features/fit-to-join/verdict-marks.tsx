import type { JudgedPerson, VerdictCell } from '@fairlead/contract/fit-to-join/calls';
import {
  cellStateNames,
  daysAfterJoining,
  notCheckedInWords,
  type Verdict,
} from '@fairlead/contract/fit-to-join/verdicts';
import { formatDate } from '@fairlead/contract/values/dates';
import { Badge } from '../../ui/badge.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../ui/icons.tsx';

const looks = {
  held: { icon: CheckIcon, tone: 'good' },
  fit: { icon: CheckIcon, tone: 'good' },
  'runs-out': { icon: WarningIcon, tone: 'warn' },
  missing: { icon: CloseIcon, tone: 'bad' },
} as const;

/** The verdict for a document, by icon and words. */
export function CellBadge({ cell: { state } }: { cell: VerdictCell }) {
  const { icon: Icon, tone } = looks[state];
  return (
    <Badge tone={tone}>
      <Icon className="size-4" /> {cellStateNames[state]}
    </Badge>
  );
}

const shortly: Record<Verdict, string> = { fit: 'Fit to join', 'runs-out': 'Runs out', missing: 'Missing' };

/** The verdict on a person, by icon and words, with the number of documents that nobody has checked. */
export function VerdictBadge({ person: { standing, cells } }: { person: JudgedPerson }) {
  const { icon: Icon, tone } = looks[standing];
  return (
    <Badge tone={tone}>
      <Icon className="size-4" /> {shortly[standing]}
      {notCheckedInWords(cells)}
    </Badge>
  );
}

/** What is said of a document beside its verdict: when it ends, and whether nobody has checked it. */
export const detailsInWords = (cell: VerdictCell): string =>
  [whenInWords(cell), cell.isChecked ? '' : 'Not checked yet'].filter(Boolean).join('. ');

/** When a document ends or has ended, in words; empty for one that does not, and for one that never was there. */
function whenInWords({ state, lastDay, inDays }: VerdictCell): string {
  if (state === 'runs-out') return `Ends on ${formatDate(lastDay ?? '')}, ${daysAfterJoining(inDays ?? 0)}`;
  if (lastDay === null) return state === 'held' ? 'Does not end' : '';
  return state === 'held' ? `Ends on ${formatDate(lastDay)}` : `Ended on ${formatDate(lastDay)}`;
}

/**
 * How many documents of a person are held, are missing or run out, in words: '12 of 15 held, 2 missing, 1 runs out'.
 */
export function gapsInWords(cells: readonly VerdictCell[]): string {
  const count = (state: VerdictCell['state']) => cells.filter((cell) => cell.state === state).length;
  const [missing, ending] = [count('missing'), count('runs-out')];
  const parts = [
    `${count('held')} of ${cells.length} held`,
    missing > 0 && `${missing} missing`,
    ending > 0 && `${ending} ${ending === 1 ? 'runs' : 'run'} out`,
  ];
  return parts.filter(Boolean).join(', ');
}
