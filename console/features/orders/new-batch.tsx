import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { MAX_BATCH_ORDERS, orderBatchCalls } from '#schemas/operator/order-batch-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { vendorText } from './order-texts.ts';

type Unbatched = ResultOf<typeof orderBatchCalls.listUnbatchedOrders>['data'][number];

/** Queries to refetch after creating a batch. */
const refetches = ['listOrderBatches', 'listUnbatchedOrders', 'listOrders', 'listAudit'];
const keyOf = ({ region, type }: Unbatched) => `${region} ${type}`;

/** Puts the approved orders of a vendor into a new batch. */
export function NewBatch({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const allowedRegions = regionsWithRight(useSession(), 'orders.edit');
  const [chosenVendor, setChosenVendor] = useState('');
  const query = useOperatorQuery(
    orderBatchCalls.listUnbatchedOrders,
    { query: { region: useCountry() } },
    { fresh: 'queue' },
  );
  const action = useOperatorAction(orderBatchCalls.createOrderBatch, { refetches });
  const vendors = (query.data?.data ?? []).filter(({ region }) => allowedRegions.includes(region));
  const vendor =
    vendors.find((each) => keyOf(each) === chosenVendor) ??
    (vendors.length === 1 ? vendors[0] : undefined);
  const create = async (why: string) => {
    if (!vendor) return;
    const { region, type } = vendor;
    const { number } = await action.mutateAsync({ body: { region, type, why } });
    const message = t`Batch ${number} was created. Open it to download its file.`;
    showToast({ subject: 'orders', tone: 'good', message });
    onClose();
  };
  const hasNone = query.data !== undefined && vendors.length === 0;
  return (
    <ActionDialog
      title={t`Create a batch?`}
      description={t`It gets all approved orders of the vendor that aren’t in a batch, up to ${MAX_BATCH_ORDERS}. Their status doesn’t change.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={vendor !== undefined}
      disabledReason={hasNone ? t`Every approved order is in a batch.` : undefined}
      submitLabel={<Trans>Create batch</Trans>}
      onSubmit={create}
      onClose={onClose}
    >
      {(showErrors) => (
        <RecordQuery label={t`Loading the vendors`} query={query}>
          {() =>
            hasNone ? (
              <p>
                <Trans>Approve orders first. They appear here by vendor.</Trans>
              </p>
            ) : (
              <VendorField
                vendors={vendors}
                value={vendor ? keyOf(vendor) : ''}
                isMissing={showErrors && vendor === undefined}
                onChange={setChosenVendor}
              />
            )
          }
        </RecordQuery>
      )}
    </ActionDialog>
  );
}

interface VendorFieldProps {
  readonly vendors: readonly Unbatched[];
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
}

/**
 * Field for choosing one of the vendors whose approved orders aren't in a batch yet. Each option includes the number of
 * these orders.
 */
function VendorField({ vendors, value, isMissing, onChange }: VendorFieldProps) {
  const { t, i18n } = useLingui();
  const regions = new Set(vendors.map(({ region }) => region));
  const labelOf = ({ region, type, orders }: Unbatched) =>
    [
      `${vendorText(i18n, type)} (${type})`,
      ...(regions.size > 1 ? [countryText(i18n, region)] : []),
      t`${plural(orders, { one: '# order', other: '# orders' })}`,
    ].join(' · ');
  return (
    <SelectField
      label={t`Vendor`}
      placeholder={t`Choose a vendor`}
      options={vendors.map((vendor) => ({ value: keyOf(vendor), label: labelOf(vendor) }))}
      value={value}
      error={isMissing ? t`Choose a vendor.` : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
