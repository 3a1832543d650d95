import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorBlock } from './error-block.tsx';
import { UnavailableState } from './empty-state.tsx';

interface FetchFallbackProps {
  online: boolean;
  /** Error message; null if nothing has failed yet. */
  error: string | null;
  busy: boolean;
  onRetry: () => void;
  /** Title of the error. */
  errorTitle: ReactNode;
  /** Explains that the content appears once the user is online. */
  offlineText: ReactNode;
  /** Shown while loading. */
  skeleton: ReactNode;
}

/** Shown in place of content that this device has never fetched: loading, error, or offline. */
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
