import { Trans } from '@lingui/react/macro';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { consoleLink } from '#console/parts/console-link.tsx';

const backToStart = (
  <TextLink {...consoleLink('/')}>
    <Trans>Go to Today</Trans>
  </TextLink>
);

/** Shown if no screen matches the URL. */
export function NotFoundScreen() {
  return (
    <main className="overflow-y-auto p-6">
      <EmptyState
        drawing="search-none"
        title={<Trans>This page doesn’t exist</Trans>}
        action={backToStart}
      >
        <Trans>The address may be mistyped, or the record isn’t in your countries.</Trans>
      </EmptyState>
    </main>
  );
}

/** Shown if none of the operator's roles gives access to the screen. */
export function NoAccessScreen() {
  return (
    <main className="overflow-y-auto p-6">
      <EmptyState
        drawing="no-access"
        title={<Trans>Your role doesn’t include this screen</Trans>}
        action={backToStart}
      >
        <Trans>An administrator can change your roles.</Trans>
      </EmptyState>
    </main>
  );
}
