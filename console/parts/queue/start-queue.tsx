import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { RecordClaim } from '#schemas/operator/queue-claims.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { trackClaims } from '#console/data/queue-claims.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { useCountry } from '#console/parts/use-country.ts';
import type { RecordQueue } from './record-queue.ts';

/** Button that claims the next records of a queue and opens the oldest. */
export function StartQueue({ queue }: { queue: RecordQueue }) {
  const { t } = useLingui();
  const router = useRouter();
  const region = useCountry();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { records } = await callOperator(queue.call, { body: { skipped: [], region } });
      trackClaims(queue.kind, records);
      const [first] = records;
      if (first !== undefined) await router.navigate({ href: queue.hrefOf(first) });
      else
        showToast({
          subject: 'queue',
          tone: 'info',
          message: t`The queue is empty, or other operators have claimed its records.`,
        });
    } catch (error) {
      showToast({ subject: 'queue', tone: 'bad', message: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  const title = t`Work through the queue`;
  usePaletteActions([{ id: 'work-queue', title, run: () => void start() }]);
  return (
    <ActionButton
      variant="secondary"
      icon={<ListChecks />}
      busy={isBusy}
      onClick={() => void start()}
    >
      {title}
    </ActionButton>
  );
}

const claimedBy = msg`Claimed by`;

/** Column with the operator who works on a record. */
export const claimColumn = <Row extends { readonly claimed: RecordClaim | null }>(
  i18n: I18n,
): IndexColumn<Row> => ({
  id: 'claimed',
  header: i18n._(claimedBy),
  width: 130,
  text: ({ claimed }) => claimed?.by ?? '',
});
