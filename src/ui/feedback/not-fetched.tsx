import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from './error-block.tsx';
import { UnknownState } from './unknown-state.tsx';

interface NotFetchedProps {
  online: boolean;
  /** Why it could not be fetched, in words; null where nothing went wrong yet. */
  failure: string | null;
  busy: boolean;
  onRetry: () => void;
  /** That it could not be loaded. */
  failed: ReactNode;
  /** That it appears here once there is a network. */
  later: ReactNode;
  /** The shape of what comes. */
  bones: ReactNode;
}

/** In place of what this device has never fetched: it comes, it failed, or there is no network. */
export function NotFetched(props: NotFetchedProps) {
  const { online, failure, busy, onRetry, failed, later, bones } = props;
  if (!online) return <UnknownState why="not_loaded">{later}</UnknownState>;
  if (failure === null) return bones;
  return (
    <ErrorBlock
      title={failed}
      messages={[failure]}
      action={
        <Button variant="secondary" busy={busy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}
