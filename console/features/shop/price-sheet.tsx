import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { needsSecondPerson, operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { priceChanges, priceColumn, withPrice } from './price-edits.ts';
import { EditConflicts, useSaveEdits } from './save-edits.tsx';
import type { VariantEdits } from './variant-edits.ts';

interface PriceSheetProps {
  readonly prices: VariantEdits;
  readonly onChange: (prices: VariantEdits) => void;
  readonly onClose: () => void;
  /** Called once the prices have been sent. */
  readonly onDone: (needsApproval: boolean) => void;
}

/**
 * Shows all price changes before they are saved. If someone else has changed a price in the meantime, shows both
 * prices.
 */
export function PriceSheet({ prices, onChange, onClose, onDone }: PriceSheetProps) {
  const { t } = useLingui();
  const { action, save, rebased, error } = useSavePrices({ onChange, onDone });
  const changes = priceChanges(prices);
  return (
    <ActionDialog
      title={t`Change ${plural(changes.length, { one: '# price', other: '# prices' })}?`}
      description={t`Orders at the old price are rejected, and the installer sees the new one.`}
      error={error}
      isBusy={action.isPending}
      isValid={changes.length > 0}
      submitLabel={<Trans>Save</Trans>}
      disabledReason={changes.length === 0 ? t`No price is left to change.` : undefined}
      onSubmit={(why) => save(prices, why)}
      onClose={onClose}
    >
      {() => (
        <>
          <EditConflicts
            rebased={rebased}
            onChoose={(variant, text) => onChange(withPrice(prices, variant, text))}
          />
          {needsSecondPerson(changes) && (
            <Banner tone="info">
              <Trans>
                More than 20 prices, or a change by more than half, need a second person.
              </Trans>
            </Banner>
          )}
          <PriceTable changes={changes} />
        </>
      )}
    </ActionDialog>
  );
}

function PriceTable({ changes }: { changes: ReturnType<typeof priceChanges> }) {
  const { t, i18n } = useLingui();
  return (
    <RowsTable
      label={t`Price changes`}
      rows={changes}
      rowId={({ variant }) => variant.id}
      columns={[
        {
          id: 'name',
          header: t({ message: 'Product', context: 'shop' }),
          cell: ({ variant }) => variant.name,
        },
        {
          id: 'before',
          header: t({ message: 'Before', context: 'price' }),
          isNumber: true,
          cell: ({ before }) => i18n.number(before),
        },
        {
          id: 'after',
          header: t({ message: 'After', context: 'price' }),
          isNumber: true,
          cell: ({ after }) => i18n.number(after),
        },
        {
          id: 'percent',
          header: t`Change`,
          isNumber: true,
          cell: ({ before, after }) =>
            before === 0
              ? '–'
              : i18n.number((after - before) / before, {
                  style: 'percent',
                  signDisplay: 'exceptZero',
                }),
        },
      ]}
    />
  );
}

/** Returns a function that saves the prices, its action, and the conflicts or the error of the last attempt. */
function useSavePrices({ onChange, onDone }: Pick<PriceSheetProps, 'onChange' | 'onDone'>) {
  const { t } = useLingui();
  const action = useOperatorAction(operatorShopCalls.changePrices, {
    refetches: [
      'listShopVariants',
      'readProduct',
      'listProductTimeline',
      'listApprovals',
      'listAudit',
    ],
  });
  const send = async (prices: VariantEdits, why: string) => {
    const variants = priceChanges(prices).map(({ variant: { id, rev }, after }) => ({
      id,
      rev,
      price: after,
    }));
    const { approval } = await action.mutateAsync({ body: { variants, why } });
    const count = variants.length;
    const message = t`${plural(count, { one: '# price was', other: '# prices were' })} changed.`;
    if (approval === null) showToast({ subject: 'prices', tone: 'good', message });
    onDone(approval !== null);
  };
  return { action, ...useSaveEdits({ column: priceColumn, send, onChange }) };
}
