import { fewestLetters, searchedText } from '@fairlead/contract/platform/search';
import { longestSearch } from '@fairlead/contract/values/lengths';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { usePermissions } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { ArrowRightIcon, SearchIcon } from '../../../ui/icons.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { staffIcons } from '../../../ui/staff-icons.tsx';
import { usePending } from '../staff-home/use-pending.ts';
import { findQuery } from './staff-find-api.ts';
import { type FoundGroup, foundGroups, type Option, pageGroups } from './staff-find-groups.ts';

type FindProps = { open: boolean; onClose: () => void };

/**
 * Find: one field that finds pages and actions of the menu as it is typed, and people, requests, certificates and
 * courses on the server.
 */
export function FindDialog({ open, onClose }: FindProps) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const found = useFound(typed, usePermissions());
  const options = found.groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    if (open) return;
    setTyped('');
    setChosen(undefined);
  }, [open]);
  const first = options.find(({ isCurrent }) => isCurrent);
  const active = options.find((option) => option.key === chosen) ?? first;
  const optionId = (option: Option) => `${id}-${option.key}`;
  const activeId = active && optionId(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  /** The text for which Enter was pressed before its results were there. */
  const [entered, setEntered] = useState<string>();
  useEffect(() => {
    if (entered === undefined || found.isPending) return;
    setEntered(undefined);
    if (entered === typed && activeId) document.getElementById(activeId)?.click();
  }, [entered, typed, found.isPending, activeId]);

  function type(text: string) {
    setTyped(text);
    setChosen(undefined);
    setEntered(undefined);
  }

  function move(event: KeyboardEvent) {
    // an input method uses the same keys
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active) follow(optionId(active), event);
      else if (found.isPending) setEntered(typed);
      return;
    }
    const next = nextOf(event, active ? options.indexOf(active) : -1, options.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(options[next]?.key);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Find"
      className="mt-3 sm:mt-[12vh] sm:max-w-2xl"
      top={
        <div className="relative flex-1">
          <SearchIcon className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft" />
          <input
            role="combobox"
            aria-label="Find people, certificates, courses and pages"
            aria-expanded={options.length > 0}
            aria-controls={options.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            aria-describedby={`${id}-state`}
            placeholder="Name, number or page"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={longestSearch}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            // nothing is lost with what was typed, so that a press beside the dialog may close it
            onInput={(event) => event.stopPropagation()}
            onKeyDown={move}
            className="control px-10"
          />
          {found.isPending && <Spinner className="absolute top-1/2 right-3 -translate-y-1/2" />}
        </div>
      }
    >
      <p id={`${id}-state`} role="status" className={cx(found.isSaid ? 'mb-2 text-soft' : 'sr-only')}>
        {found.state}
      </p>
      {found.failure && (
        <div className="mb-3">
          <ListFailure {...found.failure} />
        </div>
      )}
      {options.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Found"
          className="-mx-2 max-h-[calc(100dvh-10rem)] overflow-y-auto sm:max-h-[min(30rem,60dvh)]"
        >
          {found.groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would group the fields of a form
            <div
              key={group.title}
              role="group"
              aria-label={group.title}
              className={cx(!group.isCurrent && 'opacity-60')}
            >
              <p aria-hidden="true" className="px-3 pt-3 pb-1 text-xs font-bold tracking-wider text-soft uppercase">
                {group.title}
              </p>
              {group.options.map((option) => (
                <OptionRow
                  key={option.key}
                  id={optionId(option)}
                  option={option}
                  isActive={option === active}
                  onPoint={() => setChosen(option.key)}
                  onTaken={onClose}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <p aria-hidden="true" className="mt-3 border-t border-line pt-3 text-sm text-soft max-sm:hidden">
        ↑ ↓ to choose, Enter to open, Esc to close
      </p>
    </Dialog>
  );
}

type Shown = {
  groups: FoundGroup[];
  /** Whether results for what is typed are still to come. */
  isPending: boolean;
  /** What screen readers are told; everybody reads it where it stands in the place of results. */
  state: string;
  isSaid: boolean;
  failure: { sentence: string; retry: () => void } | undefined;
};

/**
 * What a typed text finds. While results are pending, those of the text before stay, marked as not current. An answer
 * belongs to its text, so that a late one never replaces that of a later text.
 */
function useFound(typed: string, permissions: readonly string[]): Shown {
  const text = searchedText(typed);
  const asked = useSettled(text, 150);
  const query = useQuery(
    { ...findQuery(asked), placeholderData: (before) => (asked ? before : undefined) },
    queryClient,
  );
  const isSettled = asked === text;
  const isCurrent = isSettled && !query.isPlaceholderData;
  const isPending = text !== '' && (!isSettled || (query.isFetching && (query.isPlaceholderData || !query.data)));
  const hasFailed = text !== '' && isSettled && query.isError && !query.isFetching;
  const pages = pageGroups(typed, permissions, usePending());
  const records =
    text !== '' && query.data && !hasFailed ? foundGroups(query.data, { text: asked, isCurrent, permissions }) : [];
  const groups = [...pages, ...records];
  const count = groups.reduce((sum, group) => sum + group.options.length, 0);
  const tooShort = typed.trim() !== '' && text === '' && count === 0;
  const isNothing = count === 0 && text !== '' && !isPending && !hasFailed;
  return {
    groups,
    isPending,
    state: stateOf({ count, isPending, tooShort, isNothing, typed }),
    isSaid: tooShort || isNothing,
    failure: hasFailed
      ? {
          sentence: messageOf(query.error, 'The lists could not be searched.'),
          retry: () => void query.refetch(),
        }
      : undefined,
  };
}

type State = { count: number; isPending: boolean; tooShort: boolean; isNothing: boolean; typed: string };

function stateOf({ count, isPending, tooShort, isNothing, typed }: State): string {
  if (tooShort) return `Type ${fewestLetters} letters or more.`;
  if (isNothing) return `Nothing found for “${typed.trim()}”.`;
  if (isPending) return 'Searching…';
  return count === 1 ? '1 result' : `${count} results`;
}

/** The index that a key leads to from another one (-1 for none), around the ends; undefined for any other key. */
function nextOf({ key, shiftKey }: KeyboardEvent, index: number, length: number): number | undefined {
  if (length === 0 || shiftKey) return undefined;
  if (key === 'ArrowDown') return (index + 1) % length;
  if (key === 'ArrowUp') return index <= 0 ? length - 1 : index - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return undefined;
}

/** Follows an option's link as a click on it does; with Ctrl or Cmd in a new tab. */
function follow(id: string, { ctrlKey, metaKey }: KeyboardEvent): void {
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey });
  document.getElementById(id)?.dispatchEvent(click);
}

type OptionRowProps = {
  id: string;
  option: Option;
  isActive: boolean;
  onPoint: () => void;
  onTaken: () => void;
};

function OptionRow({ id, option: { to, icon, title, detail, status }, isActive, onPoint, onTaken }: OptionRowProps) {
  const Icon = icon === 'more' ? ArrowRightIcon : staffIcons[icon];
  const take = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    // a new tab opens beside Find, which stays
    if (!ctrlKey && !metaKey && !shiftKey) onTaken();
  };
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={take}
      onPointerMove={isActive ? undefined : onPoint}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 aria-selected:bg-sunken"
    >
      <Icon className="text-soft" />
      <span className="min-w-0 flex-1">
        <span className={cx('block wrap-anywhere', icon === 'more' ? 'text-link' : 'font-medium')}>{title}</span>
        {detail && <span className="block text-sm wrap-anywhere text-soft">{detail}</span>}
      </span>
      {status && <StatusBadge status={status} />}
    </Link>
  );
}
