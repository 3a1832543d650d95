import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { OperatorError } from '#console/data/operator-error.ts';

/** Replaces a screen that failed. */
export function ErrorScreen({ error, retry }: { error: unknown; retry: () => void }) {
  const errorText = useErrorText();
  return (
    <main className="overflow-y-auto p-6">
      <EmptyState
        drawing="failed"
        title={<Trans>This screen can’t be shown</Trans>}
        action={
          <Button onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <p role="alert">
          {error instanceof OperatorError ? (
            errorText(error)
          ) : (
            <Trans>Something went wrong in the console. Nothing was changed.</Trans>
          )}
        </p>
      </EmptyState>
    </main>
  );
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/** Shows an error screen for errors that nothing else has caught. Only reloading the page recovers from them. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <ErrorScreen error={failure.error} retry={() => location.reload()} />;
  }
}
