import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorChat } from '#schemas/operator/chat-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

type Contact = NonNullable<ResultOf<typeof personCalls.revealPersonContact>['contact']>;

/** Masked contact data of the person; unmasked after the operator has given a reason. */
export function ChatContact({ chat }: { chat: OperatorChat }) {
  const { t } = useLingui();
  const session = useSession();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [fullContact, setFullContact] = useState<Contact | null>(null);
  const action = useOperatorAction(personCalls.revealPersonContact, {
    refetches: ['listPersonTimeline', 'listAudit'],
  });
  const canReveal = session.strength === 'passkey' && hasRight(session, 'companies.read');
  const reveal = async () => {
    const why = await askWhy({
      title: t`Show the contact data of ${chat.person_name}?`,
      consequence: t`The audit records that you read them.`,
      confirmLabel: t`Show`,
    });
    if (why === null) return;
    const { contact } = await action.mutateAsync({ params: { id: chat.person_id }, body: { why } });
    setFullContact(contact);
  };
  const { phone, email } = fullContact ?? chat;
  return (
    <>
      <DetailList
        items={[
          {
            term: <Trans context="installer">Name</Trans>,
            detail: fullContact?.name ?? chat.person_name,
          },
          { term: <Trans>Phone</Trans>, detail: phone ?? '–' },
          { term: <Trans>Email address</Trans>, detail: email ?? '–' },
        ]}
      />
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      {canReveal && fullContact === null && (
        <div className="py-2">
          <ActionButton
            variant="secondary"
            busy={action.isPending}
            // The error is shown above.
            onClick={() => void reveal().catch(() => undefined)}
          >
            <Trans>Show contact data</Trans>
          </ActionButton>
        </div>
      )}
    </>
  );
}
