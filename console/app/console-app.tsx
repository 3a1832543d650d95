import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import { createQueryClient } from '#console/data/query-client.ts';
import { SessionContext, useSessionQuery } from '#console/data/session.ts';
import { SignIn } from '#console/features/sign-in/sign-in.tsx';
import { ConfirmDialogs } from '#console/parts/confirm-dialog.tsx';
import { WhyDialogs } from '#console/parts/why-dialog.tsx';
import { ErrorBoundary, ErrorScreen } from './error-screen.tsx';
import { createConsoleRouter } from './router.tsx';

/** The console. A language must be activated in `i18n` before the console is rendered. */
export function ConsoleApp() {
  const [client] = useState(createQueryClient);
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ErrorBoundary>
          <QueryClientProvider client={client}>
            <SessionGate />
          </QueryClientProvider>
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>
  );
}

/** Shows the sign-in form, or the console at the requested URL. */
function SessionGate() {
  const { data: session, error, refetch, isPending } = useSessionQuery();
  const { t } = useLingui();
  const [router] = useState(createConsoleRouter);
  if (isPending) {
    return (
      <main aria-busy="true" className="grid min-h-dvh place-items-center">
        <output aria-label={t`Loading`} className="text-ink-soft">
          <Trans>Loading …</Trans>
        </output>
      </main>
    );
  }
  if (session === undefined) return <ErrorScreen error={error} retry={() => void refetch()} />;
  if (session === null) return <SignIn />;
  return (
    <SessionContext value={session}>
      <ConfirmDialogs>
        <WhyDialogs>
          <RouterProvider router={router} />
        </WhyDialogs>
      </ConfirmDialogs>
    </SessionContext>
  );
}
