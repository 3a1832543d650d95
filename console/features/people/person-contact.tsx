import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { PersonFile } from './person-texts.ts';

type Contact = NonNullable<ResultOf<typeof personCalls.revealPersonContact>['contact']>;

/** Contact data, masked until the operator gives a reason. */
export function PersonContact({ person }: { person: PersonFile }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const canReveal = regionsWithRight(useSession(), 'personal.read').includes(person.region);
  const [contact, setContact] = useState<Contact | null>(null);
  const action = useOperatorAction(personCalls.revealPersonContact, {
    refetches: ['listPersonTimeline', 'listAudit'],
  });
  const reveal = async () => {
    const why = await askWhy({
      title: t`Show the contact data of ${person.name}?`,
      consequence: t`The audit records that you read them, and why.`,
      confirmLabel: t`Show`,
    });
    if (why === null) return;
    const { contact: revealedContact } = await action.mutateAsync({
      params: { id: person.id },
      body: { why },
    });
    setContact(revealedContact);
  };
  return (
    <>
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      <ContactList person={person} contact={contact ?? person}>
        {canReveal && contact === null && (
          <div className="pt-3">
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
      </ContactList>
    </>
  );
}

interface ContactListProps {
  readonly person: PersonFile;
  readonly contact: Contact;
  readonly children?: ReactNode;
}

function ContactList({ person, contact, children }: ContactListProps) {
  return (
    <section className="max-w-narrow rounded-card bg-surface-raised p-4 card-rise">
      <DetailList
        items={[
          { term: <Trans context="person">Name</Trans>, detail: contact.name },
          {
            term: <Trans>Email address</Trans>,
            detail: (
              <span className="flex flex-wrap items-center gap-2">
                {contact.email ?? '–'}
                {person.email_verified && (
                  <Badge tone="good">
                    <Trans context="address">Verified</Trans>
                  </Badge>
                )}
              </span>
            ),
          },
          { term: <Trans>Phone number</Trans>, detail: contact.phone ?? '–' },
        ]}
      />
      {children}
    </section>
  );
}
