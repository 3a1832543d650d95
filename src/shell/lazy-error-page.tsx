import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import type { ErrorPageProps } from './error-page.tsx';

/** Loaded on demand; falls back to a minimal page if the chunk can't be loaded. */
const ErrorPage = lazy(() =>
  import('./error-page.tsx').then(
    ({ ErrorPage: page }) => ({ default: page }),
    () => ({ default: LeastErrorPage }),
  ),
);

export function LazyErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <ErrorPage {...props} />
    </Suspense>
  );
}

function LeastErrorPage({ retry }: ErrorPageProps) {
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
