import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { movementReasons, operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { reasonText, variantQueries } from './shop-texts.ts';
import { EditConflicts, useSaveEdits } from './save-edits.tsx';
import { stockColumn, type StockMovement, stockMovements, withStock } from './stock-edits.ts';
import type { VariantEdits } from './variant-edits.ts';

interface StockSheetProps {
  readonly edits: VariantEdits;
  readonly onChange: (edits: VariantEdits) => void;
  readonly onClose: () => void;
  /** Called once the movements have been sent. */
  readonly onDone: () => void;
}

/**
 * Lists all typed stock levels before they are saved, and asks for the reason. If someone else has changed a stock in
 * the meantime, the operator chooses between the two numbers.
 */
export function StockSheet({ edits, onChange, onClose, onDone }: StockSheetProps) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState<(typeof movementReasons)[number]>('count');
  const action = useOperatorAction(operatorShopCalls.moveStocks, { refetches: variantQueries });
  const movements = stockMovements(edits);
  const send = async (sentEdits: VariantEdits, why: string) => {
    const variants = stockMovements(sentEdits).map(({ variant: { id, stock: seen }, change }) => ({
      ...{ id, change, seen },
    }));
    await action.mutateAsync({ body: { variants, reason, why } });
    const count = variants.length;
    const message = t`${plural(count, { one: '# number was', other: '# numbers were' })} changed.`;
    showToast({ subject: 'stock', tone: 'good', message });
    onDone();
  };
  const { save, rebased, error } = useSaveEdits({ column: stockColumn, send, onChange });
  return (
    <ActionDialog
      title={t`Change the stock of ${plural(movements.length, { one: '# variant', other: '# variants' })}?`}
      description={t`Each change is a movement. If a stock changes before you save, you see the new one first.`}
      error={error}
      isBusy={action.isPending}
      isValid={movements.length > 0}
      submitLabel={<Trans>Save</Trans>}
      disabledReason={movements.length === 0 ? t`No number is left to change.` : undefined}
      onSubmit={(why) => save(edits, why)}
      onClose={onClose}
    >
      {() => (
        <>
          <EditConflicts
            rebased={rebased}
            onChoose={(variant, text) => onChange(withStock(edits, variant, text))}
          />
          <SelectField
            label={t`Reason`}
            options={movementReasons.map((value) => ({ value, label: reasonText(i18n, value) }))}
            value={reason}
            onChange={({ target }) =>
              setReason(movementReasons.find((value) => value === target.value) ?? 'other')
            }
          />
          <MovementTable movements={movements} />
        </>
      )}
    </ActionDialog>
  );
}

function MovementTable({ movements }: { movements: readonly StockMovement[] }) {
  const { t, i18n } = useLingui();
  return (
    <RowsTable
      label={t`Stock changes`}
      rows={movements}
      rowId={({ variant }) => variant.id}
      columns={[
        {
          id: 'name',
          header: t({ message: 'Product', context: 'shop' }),
          cell: ({ variant }) => variant.name,
        },
        {
          id: 'before',
          header: t({ message: 'Before', context: 'stock' }),
          isNumber: true,
          cell: ({ variant }) => i18n.number(variant.stock),
        },
        {
          id: 'after',
          header: t({ message: 'After', context: 'stock' }),
          isNumber: true,
          cell: ({ after }) => i18n.number(after),
        },
        {
          id: 'change',
          header: t`Change`,
          isNumber: true,
          cell: ({ change }) => i18n.number(change, { signDisplay: 'exceptZero' }),
        },
      ]}
    />
  );
}
