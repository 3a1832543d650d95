import { Trans, useLingui } from '@lingui/react/macro';
import { orderBatchCalls, type ListedBatch } from '#schemas/operator/order-batch-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink, consoleLink } from '#console/parts/console-link.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { saveCsvText } from '#console/parts/save-csv.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { searchText } from '#console/parts/url-state.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { vendorText } from './order-texts.ts';

interface BatchSheetProps {
  readonly batch: ListedBatch | null;
  readonly onClose: () => void;
}

/**
 * Sheet with the details of a batch, including how many of its orders have each result. The operator can download the
 * batch's file and go to the import of the vendor's responses.
 */
export function BatchSheet({ batch, onClose }: BatchSheetProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={batch !== null}
      onClose={onClose}
      title={batch ? t`Batch ${batch.number}` : ''}
    >
      {batch && (
        <>
          <BatchFacts batch={batch} />
          <BatchActions key={batch.id} batch={batch} />
        </>
      )}
    </SideSheet>
  );
}

function BatchFacts({ batch }: { batch: ListedBatch }) {
  const { i18n } = useLingui();
  const count = (value: number) => i18n.number(value);
  const link = (value: number, state?: 'positive' | 'negative') => (
    <ConsoleLink
      href={`/orders?${searchText({ batch: batch.id, state })}`}
      className="font-semibold text-info underline"
    >
      {count(value)}
    </ConsoleLink>
  );
  return (
    <>
      <DetailList
        items={[
          { term: <Trans>Vendor</Trans>, detail: vendorText(i18n, batch.type) },
          { term: <Trans>Country</Trans>, detail: countryText(i18n, batch.region) },
          { term: <Trans>Created</Trans>, detail: timeText(i18n, batch.created_at) },
          {
            term: <Trans context="operator">By</Trans>,
            detail: batch.created_by.name,
          },
          { term: <Trans>Points</Trans>, detail: count(batch.points) },
          { term: <Trans>Orders</Trans>, detail: link(batch.orders) },
          { term: <Trans context="orders">Open</Trans>, detail: count(batch.open) },
          {
            term: <Trans context="orders">Completed</Trans>,
            detail: link(batch.completed, 'positive'),
          },
          { term: <Trans context="orders">Failed</Trans>, detail: count(batch.failed) },
          {
            term: <Trans context="orders">Rejected</Trans>,
            detail: link(batch.rejected, 'negative'),
          },
        ]}
      />
      <ConsoleLink
        href={`/orders?batch=${batch.id}`}
        className="self-start font-semibold text-info underline"
      >
        <Trans>Orders of this batch</Trans>
      </ConsoleLink>
    </>
  );
}

function BatchActions({ batch }: { batch: ListedBatch }) {
  const { t } = useLingui();
  const session = useSession();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const downloadAction = useOperatorAction(orderBatchCalls.downloadOrderBatch, {
    refetches: ['listApprovals', 'listAudit'],
  });
  const isAllowed = (right: 'orders.edit' | 'imports.run') =>
    regionsWithRight(session, right).includes(batch.region);
  if (!isAllowed('orders.edit')) return null;
  const save = async () => {
    const why = await askWhy({
      title: t`Download batch ${batch.number}?`,
      consequence:
        batch.kind === 'digital'
          ? t`The file has no personal data.`
          : t`The file contains the recipients. More than 500 orders a day need a second person.`,
      confirmLabel: t`Download`,
    });
    if (why === null) return;
    const { approval, file } = await downloadAction.mutateAsync({
      params: { id: batch.id },
      body: { why },
    });
    if (file !== null) saveCsvText(file.name, file.csv);
    else
      showToast({
        subject: 'orders',
        tone: 'info',
        message:
          approval === null
            ? t`The file didn’t arrive. Download it again.`
            : t`A second person must approve the download. Then download the file here within 24 hours.`,
      });
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <ErrorBlock messages={downloadAction.error ? [errorText(downloadAction.error)] : []} />
      <div className="flex flex-wrap gap-2">
        <ActionButton
          busy={downloadAction.isPending}
          // The failure is shown above.
          onClick={() => void save().catch(() => undefined)}
        >
          <Trans>Download</Trans>
        </ActionButton>
        {isAllowed('imports.run') && (
          <LinkButton
            variant="secondary"
            {...consoleLink('/imports?kind=vendor_answers&panel=new')}
          >
            <Trans>Import answers</Trans>
          </LinkButton>
        )}
      </div>
    </div>
  );
}
