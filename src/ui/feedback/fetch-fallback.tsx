import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from './error-block.tsx';
import { UnavailableState } from './unavailable-state.tsx';

interface FetchFallbackProps {
  online: boolean;
  /** Why it could not be fetched, in words; null where nothing went wrong yet. */
  error: string | null;
  busy: boolean;
  onRetry: () => void;
  /** That it could not be loaded. */
  errorTitle: ReactNode;
  /** That it appears here once there is a network. */
  offlineText: ReactNode;
  /** The shape of what comes. */
  skeleton: ReactNode;
}

/** In place of what this device has never fetched: it comes, it failed, or there is no network. */
export function FetchFallback(props: FetchFallbackProps) {
  const { online, error, busy, onRetry, errorTitle, offlineText, skeleton } = props;
  if (!online) return <UnavailableState reason="not_loaded">{offlineText}</UnavailableState>;
  if (error === null) return skeleton;
  return (
    <ErrorBlock
      title={errorTitle}
      messages={[error]}
      action={
        <Button variant="secondary" busy={busy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}
