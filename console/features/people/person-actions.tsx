import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { externalLink } from '#src/ui/links.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useRecordActions, type RecordAction } from '#console/parts/record/use-record-actions.tsx';
import { ownsCompany, type PersonFile } from './person-texts.ts';

/** Queries to refetch after an action on a person. */
export const personQueries = [
  'listPeople',
  'readPersonFile',
  'listPersonTimeline',
  'readCompanyFile',
  'listCompanies',
  'listApprovals',
  'listAudit',
];

/** Actions that the person's state and the operator's rights allow. */
export function usePersonActions(person: PersonFile) {
  const { t } = useLingui();
  const session = useSession();
  const hasRight = (right: 'companies.edit' | 'companies.read' | 'personal.read') =>
    regionsWithRight(session, right).includes(person.region);
  const canEdit = hasRight('companies.edit');
  const [link, setLink] = useState<string | null>(null);
  const options = { refetches: personQueries };
  const endSessionsAction = useOperatorAction(personCalls.endPersonSessions, options);
  const resendAction = useOperatorAction(personCalls.resendPersonInvitation, options);
  const eraseAction = useOperatorAction(personCalls.erasePerson, options);
  const viewAction = useOperatorAction(personCalls.viewAsPerson, {
    refetches: ['listPersonTimeline', 'listAudit'],
  });
  const { id, name, rev } = person;
  const params = { id };
  const runErasure = async (why: string, closesCompany: boolean) => {
    const body = { closes_company: closesCompany, rev, why };
    const { approval } = await eraseAction.mutateAsync({ params, body });
    return approval === null ? t`The data was erased.` : t`A second person must approve this.`;
  };
  const actions: (RecordAction & { readonly isShown: boolean })[] = [
    {
      id: 'resend-invitation',
      label: t`Send the invitation again`,
      isPrimary: true,
      question: t`Send ${name} the invitation again?`,
      isShown: canEdit && person.active && !person.has_signed_in,
      run: async (why) => {
        await resendAction.mutateAsync({ params, body: { why } });
        return t`The invitation was sent again.`;
      },
    },
    {
      id: 'view-as-person',
      label: t`View as this person`,
      question: t`View the app as ${name}?`,
      consequence: t`You see what they see, except vouchers. The audit records this and your reason.`,
      isShown: person.active && hasRight('personal.read') && hasRight('companies.read'),
      run: async (why) => {
        const result = await viewAction.mutateAsync({ params, body: { why } });
        setLink(result.link);
        // A retry after a lost response doesn't get the link again.
        return result.link === null ? t`The link didn’t arrive. Try again.` : null;
      },
    },
    {
      id: 'end-person-sessions',
      label: t`End sessions`,
      question: t`Sign ${name} out everywhere?`,
      isShown: canEdit && person.sessions.length > 0,
      run: async (why) => {
        const { ended: endedCount } = await endSessionsAction.mutateAsync({
          params,
          body: { why },
        });
        return t`Sessions ended: ${endedCount}`;
      },
    },
    {
      id: 'erase-person',
      label: t`Erase`,
      question: t`Erase the data of ${name} for good?`,
      consequence: t`A second person must approve this. It can’t be undone. The company’s points, projects and certificates stay.`,
      isDanger: true,
      isShown: canEdit,
      run: (why) => runErasure(why, false),
    },
    {
      id: 'close-company',
      label: t`Erase and close the company`,
      question: t`Erase ${name} and close ${person.company.name}?`,
      consequence: t`Only for the company’s last owner. Everyone is signed out, and a second person must approve this. It can’t be undone.`,
      isDanger: true,
      isShown: canEdit && person.active && ownsCompany(person),
      run: (why) => runErasure(why, true),
    },
  ];
  const { buttons, error } = useRecordActions(
    'person',
    actions.filter(({ isShown }) => isShown),
  );
  const sheet = link !== null && (
    <ViewSheet name={name} link={link} onClose={() => setLink(null)} />
  );
  return { buttons, error, sheet, canEdit };
}

interface ViewSheetProps {
  readonly name: string;
  /** The link works once, so the sheet closes when the link is opened. */
  readonly link: string;
  readonly onClose: () => void;
}

function ViewSheet({ name, link, onClose }: ViewSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t`The app as ${name}`}
      description={t`The link works once, within ten minutes. The app stays open for an hour and changes nothing.`}
      closeLabel={t`Close`}
      footer={
        <LinkButton fullWidth {...externalLink(link, onClose)}>
          <Trans>Open the app</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>If you’re signed in to the app in this browser, you’ll be signed out there.</Trans>
      </p>
    </Sheet>
  );
}
