import { useLingui, Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '#src/ui/class-names.ts';
import { useOfflineReason } from '#console/data/use-online.ts';
import type { PaletteAction, PaletteGroup } from './palette-actions.ts';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** A `PaletteSearch`, remounted whenever the palette opens. */
  readonly children: ReactNode;
}

/** Dialog that finds screens, records and actions. */
export function Palette({ isOpen, onOpenChange, children }: PaletteProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="sheet-veil fixed inset-0 z-40 flex items-start justify-center bg-veil p-4 pt-[12vh]"
    >
      <Modal className="w-full max-w-[36rem] overflow-hidden rounded-card bg-surface-raised shadow-float outline-none">
        <Dialog aria-label={t`Search screens, records and actions`} className="outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Removes case and accents, so that "zamowienia" finds "Zamówienia". */
const normalise = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').toLowerCase();

/** Actions whose title contains all typed words. */
export function matchingActions(
  actions: readonly PaletteAction[],
  searchText: string,
): readonly PaletteAction[] {
  const words = normalise(searchText).split(/\s+/).filter(Boolean);
  return actions.filter(({ title }) => words.every((word) => normalise(title).includes(word)));
}

/** Returns the next position, wrapping around at both ends. */
const wrappedIndex = (position: number, step: number, count: number): number =>
  (Math.min(position, count - 1) + step + count) % Math.max(count, 1);

interface PaletteSearchProps {
  /** Groups of actions to search. Only actions that match the typed words are listed. */
  readonly groups: readonly PaletteGroup[];
  /** Records that the server found for the typed text. */
  readonly records: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** True if a part of the server's search failed. */
  readonly isIncomplete: boolean;
  readonly searchText: string;
  readonly onSearchTextChange: (searchText: string) => void;
  readonly close: () => void;
}

/** Lists matching actions, then the found records. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { groups, records, isSearching, isIncomplete, searchText, onSearchTextChange, close } =
    props;
  const { t } = useLingui();
  const id = useId();
  const offlineReason = useOfflineReason();
  const [position, setPosition] = useState(0);
  const matchingGroups = groups.map(({ title, actions }) => ({
    title,
    actions: matchingActions(actions, searchText),
  }));
  const visibleGroups = [...matchingGroups, ...records].filter(({ actions }) => actions.length > 0);
  const actions = visibleGroups.flatMap((group) => group.actions);
  const activeAction = actions[Math.min(position, actions.length - 1)];

  const run = (action: PaletteAction | undefined) => {
    if (!action || action.disabledReason) return;
    close();
    action.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(activeAction);
    else if (step !== undefined)
      setPosition((before) => wrappedIndex(before, step, actions.length));
    else return;
    event.preventDefault();
  };
  const optionId = (action: PaletteAction) => `${id}-${action.id}`;
  return (
    <>
      <div className="relative border-b border-line">
        <Search className="pointer-events-none absolute start-4 top-1/2 size-5 -translate-y-1/2 text-ink-soft" />
        <input
          type="text"
          role="combobox"
          aria-label={t`Search screens, records and actions`}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={activeAction && optionId(activeAction)}
          autoComplete="off"
          // The dialog is opened to type in this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={searchText}
          placeholder={t`Where to, or what to do?`}
          onChange={(event) => {
            onSearchTextChange(event.target.value);
            setPosition(0);
          }}
          onKeyDown={handleKey}
          className="min-h-14 w-full bg-transparent ps-12 pe-4 text-body -outline-offset-3"
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={t`Results`}
        className="max-h-[50vh] overflow-y-auto p-2"
      >
        {visibleGroups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div
              aria-hidden="true"
              className="px-3 pt-2 pb-1 text-caption font-semibold text-ink-soft"
            >
              {group.title}
            </div>
            {group.actions.map((action) => (
              <PaletteOption
                key={action.id}
                id={optionId(action)}
                action={action}
                isActive={action === activeAction}
                onRun={() => run(action)}
                onPoint={() => setPosition(actions.indexOf(action))}
              />
            ))}
          </div>
        ))}
      </div>
      <output
        className={
          actions.length > 0 && !isIncomplete ? 'sr-only' : 'block px-5 pt-2 pb-5 text-ink-soft'
        }
      >
        {isSearching
          ? actions.length === 0 && <Trans>Searching…</Trans>
          : isIncomplete
            ? (offlineReason ?? <Trans>Not everything could be searched. Reload the page.</Trans>)
            : actions.length === 0 && <Trans>Nothing matches these words.</Trans>}
      </output>
    </>
  );
}

interface PaletteOptionProps {
  readonly id: string;
  readonly action: PaletteAction;
  readonly isActive: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}

function PaletteOption({ id, action, isActive, onRun, onPoint }: PaletteOptionProps) {
  return (
    // The field handles the keys and keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={action.disabledReason ? true : undefined}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={isActive ? scrollToOption : null}
      className={classNames(
        'flex min-h-target cursor-pointer items-center gap-3 rounded-control px-3 py-1.5',
        isActive && 'bg-info-soft sunlight:outline-2 sunlight:outline-ink',
        action.disabledReason && 'text-ink-soft',
      )}
    >
      <span className="flex-1 break-long">
        {action.title}
        {action.disabledReason && (
          <span className="block text-caption">{action.disabledReason}</span>
        )}
      </span>
      {action.keys && <Keys>{action.keys}</Keys>}
    </div>
  );
}

function scrollToOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

interface KeysProps {
  readonly children: string;
  /** True in a control with `aria-keyshortcuts`, to keep the keys out of its name. */
  readonly isHidden?: boolean;
}

/** Keys, styled like keyboard keys. */
export function Keys({ children, isHidden }: KeysProps) {
  return (
    <kbd
      aria-hidden={isHidden}
      className="rounded-tag border border-line-strong bg-surface-raised px-1.5 py-0.5 font-sans text-caption leading-none font-semibold text-ink-soft"
    >
      {children}
    </kbd>
  );
}
