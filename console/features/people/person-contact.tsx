import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsOfRight, useSession } from '#console/data/session.ts';
import { useOperatorAct } from '#console/data/use-operator-act.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { PersonFile } from './person-texts.ts';

type Contact = ResultOf<typeof personCalls.readPersonContact>;

/** Contact data: in full if the operator reads personal data, otherwise shortened until they give a reason. */
export function PersonContact({ person }: { person: PersonFile }) {
  const canRead = regionsOfRight(useSession(), 'personal.read').includes(person.region);
  return canRead ? <FullContact person={person} /> : <MaskedContact person={person} />;
}

function FullContact({ person }: { person: PersonFile }) {
  const errorText = useErrorText();
  const { data, error } = useOperatorQuery(personCalls.readPersonContact, {
    params: { id: person.id },
  });
  return (
    <>
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      <ContactList person={person} contact={data ?? person} />
    </>
  );
}

function MaskedContact({ person }: { person: PersonFile }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [contact, setContact] = useState<Contact | null>(null);
  const act = useOperatorAct(personCalls.revealPersonContact, { changes: ['listPersonTimeline'] });
  const reveal = async () => {
    const why = await askWhy({
      title: t`Show the contact data of ${person.name}?`,
      consequence: t`It is recorded that you have seen them.`,
      confirmLabel: t`Show`,
    });
    if (why === null) return;
    setContact(await act.mutateAsync({ params: { id: person.id }, body: { why } }));
  };
  return (
    <>
      <ErrorBlock messages={act.error ? [errorText(act.error)] : []} />
      <ContactList person={person} contact={contact ?? person}>
        {contact === null && (
          <div className="pt-3">
            <Button
              variant="secondary"
              busy={act.isPending}
              // The error is shown above.
              onClick={() => void reveal().catch(() => undefined)}
            >
              <Trans>Show contact data</Trans>
            </Button>
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
    <section className="rounded-card bg-surface-raised p-4 card-rise">
      <DetailList
        items={[
          { term: <Trans context="person">Name</Trans>, detail: contact.name },
          {
            term: <Trans>E-mail address</Trans>,
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
