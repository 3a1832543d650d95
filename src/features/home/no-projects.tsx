import { Trans } from '@lingui/react/macro';
import type { CollectionState } from '#src/data/live/collection-state.ts';
import { EmptyState, UnavailableState } from '#src/ui/feedback/empty-state.tsx';

/** Shown if this device has no open projects: there are none, or they aren't loaded. */
export function NoProjects({ collectionState }: { collectionState: CollectionState }) {
  if (collectionState === 'not_loaded' || collectionState === 'unreadable') {
    return (
      <UnavailableState reason={collectionState} headingLevel={3}>
        <Trans>Your projects appear here once you’re online.</Trans>
      </UnavailableState>
    );
  }
  return (
    <EmptyState drawing="empty-projects" headingLevel={3} title={<Trans>No open projects</Trans>}>
      <Trans>Group the products at one address into a project to earn points.</Trans>
    </EmptyState>
  );
}
