import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCcw, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { CompanyPicker, type PickedRecord } from '#console/parts/record-pickers.tsx';

interface Row {
  readonly id: string;
  readonly region: RegionId;
}
type Rows = readonly Row[];

/** Withdraws the selected leads, or offers them again to the same companies. */
export function LeadBulkActions({ selection }: { selection: Selection<Row> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkLeads, { refetches: ['listBulkJobs'] });
  const send = (act: 'withdrawLead' | 'renewLead') => (rows: Rows, why: string) =>
    action.mutateAsync({ body: { records: idsOf(rows), run: { act }, why } });
  return (
    <>
      <BulkAction
        action={action}
        selection={selection}
        icon={<Undo2 />}
        label={t`Withdraw`}
        consequence={t`The companies lose these leads, and the requests are in the queue again. Leads with an appointment are listed as failed.`}
        isDanger
        start={send('withdrawLead')}
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<RotateCcw />}
        label={t`Offer again`}
        consequence={t`The same companies are notified, and have seven days to answer.`}
        start={send('renewLead')}
      />
    </>
  );
}

/** Offers the selected requests to one company. */
export function RequestBulkActions({ selection }: { selection: Selection<Row> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkRequests, {
    refetches: ['listBulkJobs'],
  });
  const [company, setCompany] = useState<PickedRecord | null>(null);
  const send = (rows: Rows, why: string) =>
    action.mutateAsync({
      body: {
        records: idsOf(rows),
        run: { act: 'offerLeadRequest', company: company?.id ?? '' },
        why,
      },
    });
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<Send />}
      label={t`Offer`}
      consequence={t`One company gets all these requests, with a notification for each. Open offers to other companies are withdrawn.`}
      isValid={() => company !== null}
      start={send}
      onClose={() => setCompany(null)}
      fields={(rows, showErrors) => (
        <>
          {company === null ? (
            <CompanyPicker region={rows[0]?.region} onPick={setCompany} />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 break-long">
                <Trans>
                  Company: <strong>{company.name}</strong>
                </Trans>
              </p>
              <Button variant="secondary" onClick={() => setCompany(null)}>
                <Trans>Choose another company</Trans>
              </Button>
            </div>
          )}
          {showErrors && company === null && (
            <p role="alert" className="text-small text-bad">
              <Trans>Choose a company.</Trans>
            </p>
          )}
        </>
      )}
    />
  );
}
