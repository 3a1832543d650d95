import { useLingui } from '@lingui/react/macro';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useRecordActions, type RecordAction } from '#console/parts/record/use-record-actions.tsx';
import { ownsCompany, type PersonFile } from './person-texts.ts';

/** Calls whose results an action on a person changes. */
export const personChangesOf = [
  'listPeople',
  'readPersonFile',
  'listPersonTimeline',
  'readCompanyFile',
  'listCompanies',
  'listApprovals',
  'listAudit',
];

/** Actions that the person's state and the operator's rights allow. */
export function usePersonActions(person: PersonFile, canEdit: boolean) {
  const { t } = useLingui();
  const options = { changes: personChangesOf };
  const endSessions = useOperatorAction(personCalls.endPersonSessions, options);
  const resend = useOperatorAction(personCalls.resendPersonInvitation, options);
  const erase = useOperatorAction(personCalls.erasePerson, options);
  const { id, name, rev } = person;
  const params = { id };
  const runErasure = async (why: string, closesCompany: boolean) => {
    const body = { closes_company: closesCompany, rev, why };
    const { approval } = await erase.mutateAsync({ params, body });
    return approval === null ? t`The data was erased.` : t`A second person must approve this.`;
  };
  const actions: (RecordAction & { readonly isShown: boolean })[] = [
    {
      id: 'resend-invitation',
      label: t`Send the invitation again`,
      isPrimary: true,
      question: t`Send ${name} the invitation again?`,
      isShown: person.active && !person.has_signed_in,
      run: async (why) => {
        await resend.mutateAsync({ params, body: { why } });
        return t`The invitation was sent again.`;
      },
    },
    {
      id: 'end-person-sessions',
      label: t`End sessions`,
      question: t`Sign ${name} out everywhere?`,
      isShown: person.sessions.length > 0,
      run: async (why) => {
        const { ended: endedCount } = await endSessions.mutateAsync({ params, body: { why } });
        return t`Sessions ended: ${endedCount}`;
      },
    },
    {
      id: 'erase-person',
      label: t`Erase`,
      question: t`Erase the data of ${name} for good?`,
      consequence: t`A second person must approve this. It can’t be undone. The company’s points, projects and certificates stay.`,
      isDanger: true,
      isShown: true,
      run: (why) => runErasure(why, false),
    },
    {
      id: 'close-company',
      label: t`Erase and close the company`,
      question: t`Erase ${name} and close ${person.company.name}?`,
      consequence: t`Only for the company’s last owner. Everyone is signed out, and a second person must approve this. It can’t be undone.`,
      isDanger: true,
      isShown: person.active && ownsCompany(person),
      run: (why) => runErasure(why, true),
    },
  ];
  return useRecordActions('person', canEdit ? actions.filter(({ isShown }) => isShown) : []);
}
