import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { needsSecondPerson, operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { toOperatorError } from '#console/data/operator-error.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { FieldConflicts } from '#console/parts/record/field-conflicts.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { priceChanges, rebasePrices, withPrice, type PriceEdit } from './price-edits.ts';

type Prices = ReadonlyMap<string, PriceEdit>;

interface PriceSheetProps {
  readonly prices: Prices;
  readonly onChange: (prices: Prices) => void;
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
  const { action, save, found, error } = useSavePrices({ onChange, onDone });
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
          {found !== null && found.removed.length > 0 && (
            <Banner tone="warn" live="polite">
              <Trans>These no longer exist: {found.removed.join(', ')}</Trans>
            </Banner>
          )}
          {found !== null && (
            <FieldConflicts
              conflicts={found.conflicts}
              fieldNames={found.names}
              onChoose={(id, value) => {
                const edit = found.prices.get(id);
                if (edit) onChange(withPrice(prices, edit.variant, String(value)));
              }}
            />
          )}
          {needsSecondPerson(changes) && (
            <Banner tone="info">
              <Trans>
                More than 20 prices, or a change by more than half, needs a second person.
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
  const [found, setFound] = useState<Awaited<ReturnType<typeof rebasePrices>> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const action = useOperatorAction(operatorShopCalls.changePrices, {
    changes: [
      'listShopVariants',
      'readProduct',
      'listProductTimeline',
      'listApprovals',
      'listAudit',
    ],
  });
  const send = async (prices: Prices, why: string) => {
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
  const save = async (prices: Prices, why: string) => {
    setError(null);
    setFound(null);
    try {
      await send(prices, why);
    } catch (failure) {
      if (toOperatorError(failure).code !== 'conflict') return setError(failure);
      const rebasedPrices = await rebasePrices(prices).catch(() => null);
      if (rebasedPrices === null) return setError(failure);
      // Show the error if there is nothing to choose.
      if (rebasedPrices.conflicts.length + rebasedPrices.removed.length === 0) setError(failure);
      setFound(rebasedPrices);
      onChange(rebasedPrices.prices);
    }
  };
  return { action, save, found, error };
}
