import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

/** Calls whose results an offer changes. */
const changes = [
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
  readonly done: string;
}

/** Returns the actions on requests and leads. Each asks for a reason, runs the action and shows the outcome. */
export function useLeadActions() {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const offer = useOperatorAction(leadCalls.offerLeadRequest, { changes });
  const setEnded = useOperatorAction(leadCalls.setLeadRequestEnded, { changes });
  const withdraw = useOperatorAction(leadCalls.withdrawLead, { changes });
  const renew = useOperatorAction(leadCalls.renewLead, { changes });

  const run = async (question: Question, action: (why: string) => Promise<unknown>) => {
    setError(null);
    const { title, consequence, label: confirmLabel, done } = question;
    const why = await askWhy({ title, confirmLabel, ...(consequence && { consequence }) });
    if (why === null) return;
    try {
      await action(why);
      showToast({ subject: 'leads', tone: 'good', message: done });
    } catch (failure) {
      setError(failure);
    }
  };
  const offerQuestion = (company: string): Question => ({
    title: t`Offer it to ${company}?`,
    consequence: t`The company gets a notification with the town. An open offer to another company is withdrawn.`,
    label: t`Offer`,
    done: t`Offered to ${company}.`,
  });
  type Company = { readonly id: string; readonly name: string };
  type Record = { readonly id: string; readonly rev: number };
  return {
    errors: error === null ? [] : [errorText(error)],
    isBusy: [offer, setEnded, withdraw, renew].some(({ isPending }) => isPending),
    offerRequest: ({ id, rev }: Record, company: Company) =>
      run(offerQuestion(company.name), (why) =>
        offer.mutateAsync({ params: { id }, body: { company: company.id, rev, why } }),
      ),
    offerLead: ({ id, rev }: Record, company: Company) =>
      run(offerQuestion(company.name), (why) =>
        renew.mutateAsync({ params: { id }, body: { company: company.id, rev, why } }),
      ),
    renew: ({ id, rev }: Record, company: string) =>
      run(
        {
          title: t`Offer it to ${company} again?`,
          consequence: t`The company gets a notification and the full time to answer.`,
          label: t`Renew`,
          done: t`Offered to ${company} again.`,
        },
        (why) => renew.mutateAsync({ params: { id }, body: { company: null, rev, why } }),
      ),
    withdraw: ({ id, rev }: Record, company: string) =>
      run(
        {
          title: t`Withdraw the offer to ${company}?`,
          consequence: t`The company sees the lead as withdrawn in its archive.`,
          label: t`Withdraw`,
          done: t`The offer was withdrawn.`,
        },
        (why) => withdraw.mutateAsync({ params: { id }, body: { rev, why } }),
      ),
    setEnded: ({ id, rev }: Record, ended: boolean) =>
      run(
        ended
          ? {
              title: t`End this request?`,
              consequence: t`It leaves the queue. Its personal data is erased after 90 days, unless you open it again.`,
              label: t`End`,
              done: t`The request was ended.`,
            }
          : { title: t`Open this request again?`, label: t`Open again`, done: t`It was opened.` },
        (why) => setEnded.mutateAsync({ params: { id }, body: { ended, rev, why } }),
      ),
  };
}
