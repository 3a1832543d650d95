import { useRef, useState } from 'react';
import { useShortcuts } from '#console/parts/shortcuts.ts';

interface ListRow {
  readonly id: string;
}

/** The row that has, or last had, the focus, and its last known position. */
interface ActiveRow {
  readonly id: string;
  readonly index: number;
}

/** Finds the active row in a list that may have changed. */
export function findActive(rows: readonly ListRow[], active: ActiveRow | null) {
  if (active === null) return { index: null, isRemoved: false };
  const found = rows.findIndex(({ id }) => id === active.id);
  if (found >= 0) return { index: found, isRemoved: false };
  return { index: Math.max(Math.min(active.index, rows.length - 1), 0), isRemoved: true };
}

/** Returns the position that a key moves to; null if the list is empty. */
export function nextIndex(
  rows: readonly ListRow[],
  active: ActiveRow | null,
  step: number,
): number | null {
  if (rows.length === 0) return null;
  const { index, isRemoved } = findActive(rows, active);
  // The row after a removed row has taken its position, so moving down takes one step less.
  const effectiveStep = isRemoved && step > 0 ? step - 1 : step;
  const next = (isRemoved ? (active?.index ?? 0) : (index ?? -1)) + effectiveStep;
  return Math.min(Math.max(next, 0), rows.length - 1);
}

/**
 * Follows the active row by its id, because a list may change while it's shown. `j` and `k` move to the next and the
 * previous row, wherever the focus is on the screen. Only a key moves the focus; a change of the list never does.
 */
export function useActiveRow(rows: readonly ListRow[], scrollTo: (index: number) => void) {
  const [active, setActive] = useState<ActiveRow | null>(null);
  /** The row that a key moved to, until it's rendered, and the element that had the focus. */
  const requestedRow = useRef<{ id: string; from: Element | null } | null>(null);
  const { index, isRemoved } = findActive(rows, active);
  if (active !== null && index !== null && !isRemoved && index !== active.index)
    setActive({ id: active.id, index });

  const moveTo = (step: number) => {
    const next = nextIndex(rows, active, step);
    const row = next === null ? undefined : rows[next];
    if (next === null || row === undefined) return;
    requestedRow.current = { id: row.id, from: document.activeElement };
    scrollTo(next);
    setActive({ id: row.id, index: next });
  };
  useShortcuts({ j: () => moveTo(1), k: () => moveTo(-1) });

  /** Focuses a rendered row if a key moved to it, unless the focus has moved elsewhere since. */
  const focusRequested = (element: HTMLTableRowElement | null, id: string) => {
    const request = requestedRow.current;
    if (element === null || request?.id !== id) return;
    requestedRow.current = null;
    const { activeElement } = document;
    if (activeElement === request.from || activeElement === document.body)
      element.focus({ preventScroll: true });
  };
  const trackFocus = (id: string, at: number) => setActive({ id, index: at });
  return { active: index, moveTo, focusRequested, noteFocus: trackFocus };
}
