import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CalendarClock, Percent } from 'lucide-react';
import { useState } from 'react';
import {
  bulkStartCalls,
  MAX_PERCENT_PRICES,
  PRICE_PERCENT,
} from '#schemas/operator/bulk-start-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { BulkAction } from '#console/parts/bulk-action.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import type { ListedVariant } from './shop-texts.ts';

type Rows = readonly ListedVariant[];

/** Bulk actions that change the prices of the selected variants, or when the products of these variants are visible. */
export function ShopBulkActions({ selection }: { selection: Selection<ListedVariant> }) {
  return (
    <>
      <BulkVisibility selection={selection} />
      <BulkPrices selection={selection} />
    </>
  );
}

const toIsoTime = (localTime: string) => new Date(localTime).toISOString();

function BulkVisibility({ selection }: { selection: Selection<ListedVariant> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkProducts, {
    refetches: ['listBulkJobs'],
  });
  const [isVisible, setIsVisible] = useState('');
  const [showAt, setShowAt] = useState('');
  const [hideAt, setHideAt] = useState('');
  const send = (rows: Rows, why: string) =>
    action.mutateAsync({
      body: {
        // Several variants can belong to one product.
        records: [...new Set(rows.map(({ product }) => product.id))],
        run: {
          act: 'editProduct',
          ...(isVisible !== '' && { is_visible: isVisible === '1' }),
          ...(showAt !== '' && { show_at: toIsoTime(showAt) }),
          ...(hideAt !== '' && { hide_at: toIsoTime(hideAt) }),
        },
        why,
      },
    });
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<CalendarClock />}
      label={t`Change visibility`}
      consequence={t`It applies to the whole products of these variants. Empty fields aren’t changed.`}
      isValid={() => [isVisible, showAt, hideAt].some((value) => value !== '')}
      start={send}
      onClose={() => {
        setIsVisible('');
        setShowAt('');
        setHideAt('');
      }}
      fields={(_rows, showErrors) => (
        <>
          <SelectField
            label={t`Visible in the shop`}
            value={isVisible}
            placeholder={t`Don’t change`}
            options={[
              { value: '1', label: t`Yes` },
              { value: '0', label: t`No` },
            ]}
            error={
              showErrors && [isVisible, showAt, hideAt].every((value) => value === '')
                ? t`Change at least one field.`
                : undefined
            }
            onChange={({ target }) => setIsVisible(target.value)}
          />
          <TextField
            label={t`Show from`}
            optionalLabel={t`(optional)`}
            type="datetime-local"
            value={showAt}
            onChange={({ target }) => setShowAt(target.value)}
          />
          <TextField
            label={t`Hide from`}
            optionalLabel={t`(optional)`}
            type="datetime-local"
            value={hideAt}
            onChange={({ target }) => setHideAt(target.value)}
          />
        </>
      )}
    />
  );
}

function BulkPrices({ selection }: { selection: Selection<ListedVariant> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.changePricesByPercent, {
    refetches: ['listBulkJobs', 'listApprovals'],
  });
  const [typedPercent, setTypedPercent] = useState('');
  const percent = /^[+-]?\d{1,3}$/.test(typedPercent) ? Number(typedPercent) : 0;
  const { min, max } = PRICE_PERCENT;
  const isInRange = percent !== 0 && percent >= min && percent <= max;
  const send = async (rows: Rows, why: string) => {
    const variants = rows.map(({ id, price }) => ({ id, seen: price }));
    const { approval, job, outdated } = await action.mutateAsync({
      body: { variants, percent, why },
    });
    const messages = [
      ...(approval === null ? [] : [t`A second person must approve these prices.`]),
      ...(outdated === 0
        ? []
        : [
            t`${plural(outdated, {
              one: '# price has changed in the meantime and stays as it is.',
              other: '# prices have changed in the meantime and stay as they are.',
            })}`,
          ]),
    ];
    if (messages.length === 0 && job === null)
      messages.push(t`No price changes by this percentage.`);
    // Otherwise, the job shows its progress.
    if (messages.length > 0)
      showToast({
        ...{ subject: 'prices', tone: outdated === 0 ? 'good' : 'info' },
        message: messages.join(' '),
      });
  };
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<Percent />}
      label={t`Change prices by percent`}
      consequence={t`New prices are rounded to whole points. A price that someone else changes in the meantime stays as it is. More than 20 prices, or a change by more than half, need a second person.`}
      isValid={(rows) => isInRange && rows.length <= MAX_PERCENT_PRICES}
      start={send}
      onClose={() => setTypedPercent('')}
      fields={(rows, showErrors) => (
        <TextField
          label={t`Change in percent`}
          hint={t`For example 10 or -5`}
          inputMode="numeric"
          value={typedPercent}
          error={
            !showErrors
              ? undefined
              : rows.length > MAX_PERCENT_PRICES
                ? t`Select at most ${MAX_PERCENT_PRICES} variants.`
                : isInRange
                  ? undefined
                  : t`Enter a whole number from ${min} to ${max}, but not 0.`
          }
          onChange={({ target }) => setTypedPercent(target.value.trim())}
        />
      )}
    />
  );
}
