import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { FetchFallback } from '#src/ui/feedback/fetch-fallback.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { UnavailableState } from '#src/ui/feedback/unavailable-state.tsx';
import type { Wizard } from './use-wizard.ts';
import { WizardPage } from './wizard-page.tsx';

/** Shown instead of a step while its data isn't on the device. */
export function StepPlaceholder({ wizard }: { wizard: Wizard }) {
  return (
    <WizardPage wizard={wizard}>
      <Missing wizard={wizard} />
    </WizardPage>
  );
}

function Missing({ wizard }: { wizard: Wizard }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { project, eligibility, catalogue, fetching: catalogueIs } = wizard;
  const { online, fetching } = catalogueIs;
  const skeleton = (
    <Skeleton label={t`Loading the certificate`}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
  // The notice above explains it.
  if (eligibility === 'gone') return null;
  if (project === null) {
    if (online) return skeleton;
    return (
      <UnavailableState reason="not_loaded">
        <Trans>Your projects appear here once you are online.</Trans>
      </UnavailableState>
    );
  }
  if (catalogue !== undefined) return skeleton;
  return (
    <FetchFallback
      online={online}
      error={fetching.failure === null ? null : errorMessage(fetching.failure)}
      busy={fetching.busy}
      onRetry={() => void fetching.run()}
      errorTitle={<Trans>What a certificate may cover could not be loaded.</Trans>}
      offlineText={<Trans>What a certificate may cover appears here once you are online.</Trans>}
      skeleton={skeleton}
    />
  );
}
