import { useLingui } from '@lingui/react/macro';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useFinishRecord } from '#console/parts/queue/record-queue.ts';
import { useRecordActions, type RecordAction } from '#console/parts/record/use-record-actions.tsx';
import type { CompanyFile } from './company-texts.ts';

/** Queries to refetch after an action on a company. */
export const companyQueries = [
  'listCompanies',
  'readCompanyFile',
  'listCompanyTimeline',
  'explainCompanyPoints',
  'listCompanyLedger',
  'listPeople',
  'readPersonFile',
  'listAudit',
];

/** Actions that the company's state and the operator's rights allow. */
export function useCompanyActions(company: CompanyFile, canEdit: boolean) {
  const { t, i18n } = useLingui();
  const options = { refetches: companyQueries };
  const finishRecord = useFinishRecord();
  const verifyAction = useOperatorAction(companyCalls.verifyCompany, options);
  const withdrawAction = useOperatorAction(companyCalls.withdrawVerification, options);
  const rejectAction = useOperatorAction(companyCalls.refuseCompany, options);
  const blockAction = useOperatorAction(companyCalls.setCompanyBlocked, options);
  const endSessionsAction = useOperatorAction(companyCalls.endCompanySessions, options);
  const { id, name, rev, verification, active } = company;
  const params = { id };
  const isBlocked = active === 0;
  // Not null, because all roles that can verify a company can also read its points.
  const points = i18n.number(company.reserved_points ?? 0);
  const welcomePoints = i18n.number(company.welcome_points ?? 0);
  const actions: (RecordAction & { readonly isShown: boolean })[] = [
    {
      id: 'verify-company',
      label: t`Verify`,
      question: t`Verify ${name}?`,
      consequence: t`The company gets its ${points} welcome points.`,
      reasons: [t`The number is in the public register.`, t`The company sent a document.`],
      isPrimary: true,
      afterwards: finishRecord,
      isShown: verification !== 'verified',
      run: async (why) => {
        await verifyAction.mutateAsync({ params, body: { rev, why } });
        return t`${name} was verified.`;
      },
    },
    {
      id: 'refuse-company',
      label: t`Reject`,
      question: t`Reject the verification of ${name}?`,
      consequence: t`The company can still use the app, but it doesn’t get its ${points} welcome points. You can verify it later.`,
      reasons: [t`The number isn’t in the public register.`, t`The company exists twice.`],
      isDanger: true,
      afterwards: finishRecord,
      isShown: verification === 'open',
      run: async (why) => {
        await rejectAction.mutateAsync({ params, body: { rev, why } });
        return t`The verification of ${name} was rejected.`;
      },
    },
    {
      id: 'withdraw-verification',
      label: t`Withdraw verification`,
      question: t`Withdraw the verification of ${name}?`,
      consequence: t`The company can still use the app, but its ${welcomePoints} welcome points are taken back, even if it has spent them. You can verify it again later.`,
      reasons: [
        t`It was verified by mistake.`,
        t`The number isn’t in the public register.`,
        t`The company exists twice.`,
      ],
      isDanger: true,
      isShown: verification === 'verified',
      run: async (why) => {
        const { approval } = await withdrawAction.mutateAsync({ params, body: { rev, why } });
        return approval === null
          ? t`The verification of ${name} was withdrawn.`
          : t`A second person must approve this.`;
      },
    },
    {
      id: 'end-company-sessions',
      label: t`End sessions`,
      question: t`Sign everyone in ${name} out?`,
      consequence: t`They can sign in again. Work saved on their phones stays there.`,
      isShown: !isBlocked,
      run: async (why) => {
        const { ended: endedCount } = await endSessionsAction.mutateAsync({
          params,
          body: { why },
        });
        return t`Sessions ended: ${endedCount}`;
      },
    },
    {
      id: 'block-company',
      label: isBlocked ? t`Unblock` : t`Block`,
      isPrimary: isBlocked && verification === 'verified',
      question: isBlocked ? t`Unblock ${name}?` : t`Block ${name}?`,
      consequence: isBlocked
        ? t`Its people can sign in again.`
        : t`Its people are signed out at once and can’t sign in.`,
      ...(!isBlocked && { reasons: [t`Suspected fraud`, t`The company asked for it.`] }),
      isDanger: !isBlocked,
      isShown: true,
      run: async (why) => {
        await blockAction.mutateAsync({ params, body: { blocked: !isBlocked, rev, why } });
        return isBlocked ? t`${name} was unblocked.` : t`${name} was blocked.`;
      },
    },
  ];
  return useRecordActions('company', canEdit ? actions.filter(({ isShown }) => isShown) : []);
}
