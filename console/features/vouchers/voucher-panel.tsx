import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { voucherCalls } from '#schemas/operator/voucher-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { ImportCodes } from './import-codes.tsx';
import { poolKey, type VoucherPool } from './vouchers-search.ts';

interface VoucherPanelProps {
  readonly pool: VoucherPool | null;
  readonly onClose: () => void;
}

/** A voucher pool: figures, code import, and warning threshold. */
export function VoucherPanel({ pool, onClose }: VoucherPanelProps) {
  return (
    <SideSheet isOpen={pool !== null} onClose={onClose} title={pool?.product.name ?? ''}>
      {pool && <PoolParts key={poolKey(pool)} pool={pool} />}
    </SideSheet>
  );
}

function PoolParts({ pool }: { pool: VoucherPool }) {
  const { i18n } = useLingui();
  const session = useSession();
  const canEdit = regionsWithRight(session, 'orders.edit').includes(pool.region);
  return (
    <>
      <DetailList
        items={[
          { term: <Trans context="variant">Number</Trans>, detail: pool.sku },
          { term: <Trans context="codes">Free</Trans>, detail: i18n.number(pool.free) },
          {
            term: <Trans context="codes">Used</Trans>,
            detail: <OrdersLink pool={pool} state="positive" count={pool.used} />,
          },
          { term: <Trans context="codes">Expired</Trans>, detail: i18n.number(pool.expired) },
          {
            term: <Trans>Open orders</Trans>,
            detail: <OrdersLink pool={pool} state="open" count={pool.open_orders} />,
          },
        ]}
      />
      {canEdit && <ImportCodes pool={pool} />}
      {canEdit && <WarningForm key={pool.low_at} pool={pool} />}
    </>
  );
}

interface OrdersLinkProps {
  readonly pool: VoucherPool;
  readonly state: 'open' | 'positive';
  readonly count: number;
}

/** A number that links to the voucher's orders with the given status. */
function OrdersLink({ pool, state, count }: OrdersLinkProps) {
  const { i18n } = useLingui();
  return (
    <ConsoleLink
      href={`/orders?state=${state}&product=${pool.product.id}`}
      className="font-semibold text-info underline"
    >
      {i18n.number(count)}
    </ConsoleLink>
  );
}

/** Sets the number of free codes below which the console warns. */
function WarningForm({ pool }: { pool: VoucherPool }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(voucherCalls.setVoucherWarning, {
    refetches: ['listVoucherPools', 'listAudit'],
  });
  const [value, setValue] = useState(String(pool.low_at));
  const isValid = /^\d{1,5}$/.test(value);
  const save = async () => {
    if (!isValid) return;
    const why = await askWhy({
      title: t`Warn below ${value} free codes?`,
      confirmLabel: t`Save`,
    });
    if (why === null) return;
    const { region, sku } = pool;
    await action.mutateAsync({ body: { region, sku, low_at: Number(value), why } });
    showToast({ subject: 'vouchers', tone: 'good', message: t`The warning was changed.` });
  };
  return (
    <SubmitForm
      aria-label={t`Warning`}
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={save}
    >
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      <TextField
        label={t`Warn below this number of free codes`}
        inputMode="numeric"
        maxLength={5}
        value={value}
        error={isValid ? undefined : t`Enter a number from 0 to 99999.`}
        onChange={({ target }) => setValue(target.value)}
      />
      <div>
        <ActionButton type="submit" variant="secondary" busy={action.isPending}>
          <Trans>Change the warning</Trans>
        </ActionButton>
      </div>
    </SubmitForm>
  );
}
