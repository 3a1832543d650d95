import { Trans } from '@lingui/react/macro';
import type { Emptiness } from '#src/data/live/collection-state.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { UnknownState } from '#src/ui/feedback/unknown-state.tsx';

/** What stands in the place of the open projects where there are none, as far as this device knows. */
export function NoProjects({ emptiness }: { emptiness: Emptiness }) {
  if (emptiness === 'not_loaded' || emptiness === 'unreadable') {
    return (
      <UnknownState why={emptiness} headingLevel={3}>
        <Trans>Your projects appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState drawing="empty-projects" headingLevel={3} title={<Trans>No open projects</Trans>}>
      <Trans>A project collects the products of one address and turns them into points.</Trans>
    </EmptyState>
  );
}
