import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { ParsePhone } from '#schemas/phone.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { usePublicConfiguration } from '#src/data/requests/public-configuration.ts';
import { PublicLayout } from '#src/features/_shared/public-layout/public-layout.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { RegistrationFlow } from './registration-flow.tsx';

/** `/register` and `/register/decor`, once the countries' rules are loaded (spec 1 §2). */
export function Registration({ isDecor }: { isDecor: boolean }) {
  const { t } = useLingui();
  usePageTitle(t`Register`);
  const errorText = useErrorMessage();
  const loaded = usePublicConfiguration();
  const parsePhone = usePhoneParser();
  return (
    <PublicLayout>
      {loaded.name === 'failed' && (
        <>
          <h1 className="sr-only">
            <Trans>Register</Trans>
          </h1>
          <EmptyState
            drawing="offline"
            title={<Trans>The registration could not be opened</Trans>}
            action={
              <Button onClick={loaded.retry}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {errorText(loaded.error)}
          </EmptyState>
        </>
      )}
      {loaded.name !== 'failed' && (loaded.name === 'loading' || !parsePhone) && (
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={4} />
        </Skeleton>
      )}
      {loaded.name === 'loaded' && parsePhone && (
        <RegistrationFlow
          configuration={loaded.configuration}
          parsePhone={parsePhone}
          isDecor={isDecor}
        />
      )}
    </PublicLayout>
  );
}

function usePhoneParser(): ParsePhone | null {
  const [loaded, setLoaded] = useState<{ parse: ParsePhone } | null>(null);
  useEffect(() => {
    void loadPhoneParser().then((parse) => setLoaded({ parse }));
  }, []);
  return loaded?.parse ?? null;
}
