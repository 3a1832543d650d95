import type { ReactNode } from 'react';
import type { CollectionName } from '#schemas/collections.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { UnavailableState } from '#src/ui/feedback/empty-state.tsx';

interface EmptyListProps {
  collection: CollectionName;
  /** True while the database on this device is still being searched. */
  isReading?: boolean;
  /** Shown while loading. */
  skeleton: ReactNode;
  /** Explains that the list appears once the user is online. */
  offlineText: ReactNode;
  headingLevel?: 2 | 3;
  /** Shown if there are no records, or none in this view. */
  children: ReactNode;
}

/**
 * Shown in place of a list without rows. Shows whether the list is still loading, hasn't been loaded yet, can't be read
 * or is empty.
 */
export function EmptyList(props: EmptyListProps) {
  const {
    collection,
    isReading = false,
    skeleton,
    offlineText,
    headingLevel = 2,
    children,
  } = props;
  const state = useCollectionState(collection);
  if (isReading || state === 'loading') return skeleton;
  if (state === 'empty') return children;
  return (
    <UnavailableState reason={state} headingLevel={headingLevel}>
      {offlineText}
    </UnavailableState>
  );
}
