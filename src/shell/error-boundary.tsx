import { Component, type ReactNode, lazy, Suspense } from 'react';
import { Trans } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import type { ErrorPageProps } from './error-page.tsx';

interface State {
  failure: { error: unknown } | null;
}

/** Last-resort error boundary; only a reload recovers from it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <LazyErrorPage error={failure.error} retry={() => location.reload()} />;
  }
}

/** Loaded on demand; falls back to a minimal page if the chunk can't be loaded. */
const ErrorPage = lazy(() =>
  import('./error-page.tsx').then(
    ({ ErrorPage: page }) => ({ default: page }),
    () => ({ default: MinimalErrorPage }),
  ),
);

export function LazyErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <ErrorPage {...props} />
    </Suspense>
  );
}

function MinimalErrorPage({ retry }: ErrorPageProps) {
  return (
    <Page title={<Trans>Something went wrong</Trans>}>
      <p role="alert" className="pb-5">
        <Trans>We couldn’t show this screen. Your saved work is still on this phone.</Trans>
      </p>
      <Button onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    </Page>
  );
}
