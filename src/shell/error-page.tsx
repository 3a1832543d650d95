import { Trans, useLingui } from '@lingui/react/macro';
import { LifeBuoy, RotateCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useServices } from '#src/data/services.ts';
import { clearDevice } from '#src/data/account/sign-out.ts';
import { countUnsent } from '#src/data/sync/unsent-work.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { regionalLinks } from '#src/app/brand-links.ts';
import { lazyWithTexts, withDeferredTexts } from '#src/i18n/lazy-with-texts.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';

/** Loaded only when it's needed, because its texts aren't in the first part of the catalogue. */
const ClearDataPrompt = lazyWithTexts(
  async () => (await import('./clear-data-prompt.tsx')).ClearDataPrompt,
);
/** Renders nothing if the chunk or its texts can't be loaded. */
const SendReport = lazy(() =>
  withDeferredTexts(import('./send-report.tsx')).then(
    ({ SendReport: part }) => ({ default: part }),
    () => ({ default: () => null }),
  ),
);

/** State of the confirmation before clearing the device. */
type Confirmation = { name: 'none' } | { name: 'open'; counts: UnsentCounts | null };

export interface ErrorPageProps {
  error: unknown;
  retry: () => void;
  /** Path of the support chat; if missing, links to the manufacturer's contact page. */
  support?: string | undefined;
}

/** Shown for a failed screen (spec 1 §2): retry, restart, or clear the device's data and restart. */
export function ErrorPage({ error, retry, support }: ErrorPageProps) {
  const { t } = useLingui();
  const services = useServices();
  const errorMessage = useErrorMessage();
  const [confirmation, setConfirmation] = useState<Confirmation>({ name: 'none' });
  usePageTitle(t`Something went wrong`);
  useEffect(() => services.errors.report({ error, source: 'screen' }), [services, error]);

  const askToClear = async () =>
    setConfirmation({ name: 'open', counts: await countUnsent(services) });
  const clear = async () => {
    await clearDevice(services);
    location.assign(hrefOf(paths.home()));
  };

  return (
    <Page title={<Trans>Something went wrong</Trans>} titleHidden width="wide">
      <EmptyState drawing="failed" title={<Trans>Something went wrong</Trans>}>
        <p role="alert">
          {codeOf(error) === null ? (
            <Trans>We couldn’t show this screen. Your saved work is still on this phone.</Trans>
          ) : (
            errorMessage(error)
          )}
        </p>
      </EmptyState>
      <div className="mx-auto flex max-w-88 flex-col gap-2">
        <Button fullWidth onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
        <Button
          fullWidth
          variant="secondary"
          icon={<RotateCw />}
          onClick={() => location.assign(hrefOf(paths.home()))}
        >
          <Trans>Restart app</Trans>
        </Button>
        <SupportLink support={support} />
        {confirmation.name === 'none' && (
          <Button fullWidth variant="quiet" icon={<Trash2 />} onClick={() => void askToClear()}>
            <Trans>Clear data and restart</Trans>
          </Button>
        )}
      </div>
      <Suspense>
        <SendReport error={error} />
      </Suspense>
      {confirmation.name === 'open' && (
        <Suspense>
          <ClearDataPrompt
            counts={confirmation.counts}
            onCancel={() => setConfirmation({ name: 'none' })}
            onClear={clear}
          />
        </Suspense>
      )}
    </Page>
  );
}

/**
 * Support link for signed-in users (spec 1 §2). It's a plain link, so that the browser loads a new page, because
 * this page has failed.
 */
function SupportLink({ support }: Pick<ErrorPageProps, 'support'>) {
  const identity = useIdentity();
  if (!identity) return null;
  // The contact page that the country has set is in the local database, which may be what failed. So this uses the
  // link that is built into the app.
  const contact = regionalLinks(identity.region).find(({ id }) => id === 'contact');
  const href = support ?? contact?.href;
  if (href === undefined) return null;
  return (
    <LinkButton fullWidth variant="secondary" icon={<LifeBuoy />} href={href}>
      <Trans>Contact support</Trans>
    </LinkButton>
  );
}
