import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useFinishRecord } from '#console/parts/queue/record-queue.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

/** Queries to refetch after an action on a request or lead. */
const refetches = [
  'getLead',
  'getLeadRequest',
  'listAudit',
  'listLeadCompanies',
  'listLeadRequestTimeline',
  'listLeadRequests',
  'listLeadTimeline',
  'listLeads',
  'listRequestCompanies',
];

interface Question {
  readonly title: string;
  readonly consequence?: string;
  readonly label: string;
  readonly doneText: string;
}

/** Returns the actions on requests and leads. Each asks for a reason, runs the action and shows the outcome. */
export function useLeadActions() {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const finishRecord = useFinishRecord();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const offerAction = useOperatorAction(leadCalls.offerLeadRequest, { refetches });
  const setEndedAction = useOperatorAction(leadCalls.setLeadRequestEnded, { refetches });
  const withdrawAction = useOperatorAction(leadCalls.withdrawLead, { refetches });
  const renewAction = useOperatorAction(leadCalls.renewLead, { refetches });

  const run = async (question: Question, action: (why: string) => Promise<unknown>) => {
    setError(null);
    const { title, consequence, label: confirmLabel, doneText } = question;
    const why = await askWhy({ title, confirmLabel, ...(consequence && { consequence }) });
    if (why === null) return;
    try {
      await action(why);
      showToast({ subject: 'leads', tone: 'good', message: doneText });
      finishRecord();
    } catch (failure) {
      setError(failure);
    }
  };
  const offerQuestion = (company: string): Question => ({
    title: t`Offer it to ${company}?`,
    consequence: t`The company gets a notification with the town. An open offer to another company is withdrawn.`,
    label: t`Offer`,
    doneText: t`Offered to ${company}.`,
  });
  type Company = { readonly id: string; readonly name: string };
  type VersionedRecord = { readonly id: string; readonly rev: number };
  return {
    errors: error === null ? [] : [errorText(error)],
    isBusy: [offerAction, setEndedAction, withdrawAction, renewAction].some(
      ({ isPending }) => isPending,
    ),
    offerRequest: ({ id, rev }: VersionedRecord, company: Company) =>
      run(offerQuestion(company.name), (why) =>
        offerAction.mutateAsync({ params: { id }, body: { company: company.id, rev, why } }),
      ),
    offerLead: ({ id, rev }: VersionedRecord, company: Company) =>
      run(offerQuestion(company.name), (why) =>
        renewAction.mutateAsync({ params: { id }, body: { company: company.id, rev, why } }),
      ),
    renew: ({ id, rev }: VersionedRecord, company: string) =>
      run(
        {
          title: t`Offer it to ${company} again?`,
          consequence: t`The company gets a notification and the full time to answer.`,
          label: t`Renew`,
          doneText: t`Offered to ${company} again.`,
        },
        (why) => renewAction.mutateAsync({ params: { id }, body: { company: null, rev, why } }),
      ),
    withdraw: ({ id, rev }: VersionedRecord, company: string) =>
      run(
        {
          title: t`Withdraw the offer to ${company}?`,
          consequence: t`The company sees the lead as withdrawn in its archive.`,
          label: t`Withdraw`,
          doneText: t`The offer was withdrawn.`,
        },
        (why) => withdrawAction.mutateAsync({ params: { id }, body: { rev, why } }),
      ),
    setEnded: ({ id, rev }: VersionedRecord, ended: boolean) =>
      run(
        ended
          ? {
              title: t`End this request?`,
              consequence: t`It leaves the queue. Its personal data is erased after 90 days, unless you open it again.`,
              label: t`End`,
              doneText: t`The request was ended.`,
            }
          : {
              title: t`Open this request again?`,
              label: t`Open again`,
              doneText: t`The request was opened again.`,
            },
        (why) => setEndedAction.mutateAsync({ params: { id }, body: { ended, rev, why } }),
      ),
  };
}
