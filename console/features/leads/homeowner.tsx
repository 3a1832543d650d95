import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { leadCalls, type LeadContact } from '#schemas/operator/lead-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

interface HomeownerProps {
  readonly kind: 'request' | 'lead';
  readonly id: string;
  /** The masked contact details. */
  readonly contact: LeadContact;
  readonly canReveal: boolean;
}

/** Contact details of a homeowner. They are masked until the operator gives a reason for seeing them. */
export function Homeowner({ kind, id, contact, canReveal }: HomeownerProps) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [fullContact, setFullContact] = useState<LeadContact | null>(null);
  const refetches = ['listAudit', 'listLeadTimeline', 'listLeadRequestTimeline'];
  const revealRequestAction = useOperatorAction(leadCalls.revealLeadRequest, { refetches });
  const revealLeadAction = useOperatorAction(leadCalls.revealLead, { refetches });
  const action = kind === 'request' ? revealRequestAction : revealLeadAction;
  const reveal = async () => {
    const why = await askWhy({
      title: t`Show the contact details?`,
      consequence: t`The audit records that you read them, and why.`,
      confirmLabel: t`Show`,
    });
    if (why === null) return;
    const { contact: revealedContact } = await action.mutateAsync({
      params: { id },
      body: { why },
    });
    setFullContact(revealedContact);
  };
  const { name, street, phone, email, message } = fullContact ?? contact;
  return (
    <div className="flex flex-col items-start gap-3 rounded-card bg-surface-raised p-4 card-rise">
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      <DetailList
        items={[
          { term: <Trans>Homeowner</Trans>, detail: name || '–' },
          { term: <Trans>Street</Trans>, detail: street || '–' },
          { term: <Trans>Phone</Trans>, detail: phone || '–' },
          { term: <Trans>Email address</Trans>, detail: email || '–' },
          {
            term: <Trans>Message</Trans>,
            detail: <span className="whitespace-pre-line">{message || '–'}</span>,
          },
        ]}
      />
      {canReveal && fullContact === null && (
        <ActionButton
          variant="secondary"
          busy={action.isPending}
          onClick={() => void reveal().catch(() => undefined)}
        >
          <Trans>Show contact details</Trans>
        </ActionButton>
      )}
    </div>
  );
}
