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
  const index = rows.findIndex(({ id }) => id === active.id);
  if (index >= 0) return { index, isRemoved: false };
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
  const unlimitedIndex = (isRemoved ? (active?.index ?? 0) : (index ?? -1)) + effectiveStep;
  return Math.min(Math.max(unlimitedIndex, 0), rows.length - 1);
}

/**
 * Follows the active row by its id, because a list may change while it's shown. `j` and `k` move to the next and the
 * previous row, wherever the focus is on the screen. Only a key moves the focus; a change of the list never does.
 */
export function useActiveRow(rows: readonly ListRow[], scrollTo: (index: number) => void) {
  const [activeRow, setActiveRow] = useState<ActiveRow | null>(null);
  /** The row that a key moved to, and the element that had the focus then. Null once the row is rendered. */
  const requestedRow = useRef<{ id: string; from: Element | null } | null>(null);
  const { index, isRemoved } = findActive(rows, activeRow);
  if (activeRow !== null && index !== null && !isRemoved && index !== activeRow.index)
    setActiveRow({ id: activeRow.id, index });

  const moveTo = (step: number) => {
    const newIndex = nextIndex(rows, activeRow, step);
    const row = newIndex === null ? undefined : rows[newIndex];
    if (newIndex === null || row === undefined) return;
    requestedRow.current = { id: row.id, from: document.activeElement };
    scrollTo(newIndex);
    setActiveRow({ id: row.id, index: newIndex });
  };
  useShortcuts({ j: () => moveTo(1), k: () => moveTo(-1) });

  /** Focuses a rendered row if a key moved to it, unless the focus has moved elsewhere in the meantime. */
  const focusIfRequested = (element: HTMLTableRowElement | null, id: string) => {
    const request = requestedRow.current;
    if (element === null || request?.id !== id) return;
    requestedRow.current = null;
    const { activeElement } = document;
    if (activeElement === request.from || activeElement === document.body)
      element.focus({ preventScroll: true });
  };
  const trackFocus = (id: string, at: number) => setActiveRow({ id, index: at });
  return { active: index, moveTo, focusIfRequested, trackFocus };
}
