import { Trans } from '@lingui/react/macro';
import type { LeadDocument } from '#schemas/lead.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { RejectLead } from './reject-lead.tsx';

interface StepActionsProps {
  lead: LeadDocument;
  /** The customer was contacted: the next step is to confirm that. */
  hasContacted: boolean;
  /** Id of the form that the agreement step's button submits. */
  form: string;
  submitting: boolean;
}

/** The button for the next step; a new lead also has a reject button. */
export function StepActions({ lead, hasContacted, form, submitting }: StepActionsProps) {
  const account = useAccount();
  const { act, busy } = useAction(lead.uuid);
  const { FirstName } = lead.customer_info;
  const move = (to: 'interested' | 'contacted') =>
    act(() => account.leadCommands.moveLead(lead.uuid, to));
  return (
    <>
      {lead.status === 'new' && (
        <Button fullWidth busy={busy} onClick={() => move('interested')}>
          <Trans>I am interested</Trans>
        </Button>
      )}
      {lead.status === 'interested' && (
        <Button
          variant={hasContacted ? 'primary' : 'outlined'}
          fullWidth
          busy={busy}
          onClick={() => move('contacted')}
        >
          {FirstName ? (
            <Trans>I have contacted {FirstName}</Trans>
          ) : (
            <Trans>I have contacted the customer</Trans>
          )}
        </Button>
      )}
      {lead.status === 'contacted' && (
        <Button type="submit" form={form} fullWidth busy={submitting}>
          <Trans>Create the project</Trans>
        </Button>
      )}
      {lead.status === 'new' && <RejectLead lead={lead} />}
    </>
  );
}
