import './console.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { brand } from '#brand';
import { startFocusRecovery } from '#src/ui/focus-recovery.ts';
import { applyBrand } from '#src/ui/theme.ts';
import { watchInput } from '#console/data/call-operator.ts';
import { createQueryClient } from '#console/data/query-client.ts';
import { SessionContext, useSessionQuery } from '#console/data/session.ts';
import { SignIn } from '#console/features/sign-in/sign-in.tsx';
import { ConfirmDialogs } from '#console/parts/confirm-dialog.tsx';
import { WhyDialogs } from '#console/parts/why-dialog.tsx';
import { ErrorBoundary, ErrorScreen } from './error-screen.tsx';
import { activateLanguage, languageFor } from './language.ts';
import { startLook, currentPreferences } from '#console/parts/preferences.ts';
import { createConsoleRouter } from './router.tsx';

/** Starts the console. Applies the theme and the language first, so that the page isn't painted twice. */
async function start(root: HTMLElement): Promise<void> {
  watchInput(document);
  startFocusRecovery(document);
  applyBrand(brand);
  startLook();
  await activateLanguage(languageFor(currentPreferences().language));
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ErrorBoundary>
          <QueryClientProvider client={createQueryClient()}>
            <SessionGate />
          </QueryClientProvider>
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>,
  );
}

/** Shows the sign-in, or the console at the requested URL. */
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

const root = document.getElementById('root');
if (root) void start(root);
