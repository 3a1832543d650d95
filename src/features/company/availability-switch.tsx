import { Trans, useLingui } from '@lingui/react/macro';
import type { Company } from '#schemas/installer.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { announce } from '#src/ui/feedback/announce.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SwitchField } from '#src/ui/fields/switch-field.tsx';
import { useCompanyActions } from './actions.ts';

/** Switch for receiving new leads (spec 1 §5: needs `accepts_leads` and a connection). */
export function AvailabilitySwitch({ company }: { company: Company }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const { setAvailability } = useCompanyActions();
  const request = useRequest(async (wanted: boolean) => {
    await setAvailability(wanted ? 1 : 0);
    announce(wanted ? t`You get new leads.` : t`You get no new leads.`);
  });
  const reason = () => {
    if (company.accepts_leads !== 1) return t`Leads are not open for your company yet.`;
    return offline ? t`You are offline. This is changed online.` : undefined;
  };
  return (
    <>
      <SwitchField
        label={<Trans>Available for leads</Trans>}
        description={<Trans>New leads come to your company while this is on.</Trans>}
        checked={company.availability === 1}
        busy={request.busy}
        disabledReason={reason()}
        onValueChange={(wanted) => void request.run(wanted)}
      />
      <ErrorBlock messages={request.failure === null ? [] : [errorText(request.failure)]} />
    </>
  );
}
