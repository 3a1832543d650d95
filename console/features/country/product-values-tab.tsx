import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton, SmallActionButton } from '#console/parts/action-button.tsx';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { productStatusText } from '#console/parts/product-status.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { useBaseValues } from '#console/parts/use-base-values.ts';
import { rowButtonClass, settingQueries } from './country-texts.ts';
import { FirstPoints, parsePoints } from './first-points.tsx';
import { ProductTypeDialog } from './product-type-dialog.tsx';
import { isValidStart, StartField, useChangeNotice } from './start-field.tsx';

type ProductValue = ResultOf<typeof settingsCalls.listProductValues>['data'][number];

interface ProductValuesTabProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
}

/**
 * The open dialog: it changes a product type or its points, adds a product type, or sets the country's first points.
 */
type OpenDialog =
  | { readonly kind: 'points' | 'type'; readonly value: ProductValue }
  | 'new'
  | 'first';

/** The points of each product type, the date from which they are valid, and planned changes. */
export function ProductValuesTab({ region, canEdit }: ProductValuesTabProps) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useOperatorQuery(
    settingsCalls.listProductValues,
    { query: { region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the list`} query={query}>
      {({ data, today, has_settings: hasSettings }) => {
        const types = data.filter(({ status }) => status !== 'retired').map(({ type }) => type);
        const hasPoints = data.some(
          ({ points, planned: plannedValues }) => points !== null || plannedValues.length > 0,
        );
        const dialogProps = { region, onClose: () => setDialog(null) };
        // The list may have been read again since the dialog was opened.
        const latestOf = (value: ProductValue) =>
          data.find(({ type }) => type === value.type) ?? value;
        return (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-80 text-small text-ink-soft">
                <Trans>
                  All countries share the product types. Saved products keep their points.
                </Trans>
              </p>
              {canEdit && (
                <>
                  {types.length > 0 && !hasPoints && (
                    <ActionButton
                      variant="secondary"
                      disabledReason={hasSettings ? undefined : t`The country has no settings yet.`}
                      onClick={() => setDialog('first')}
                    >
                      <Trans>Set the first points</Trans>
                    </ActionButton>
                  )}
                  <ActionButton variant="secondary" onClick={() => setDialog('new')}>
                    <Trans>Add a product type</Trans>
                  </ActionButton>
                </>
              )}
            </div>
            {data.length === 0 ? (
              <EmptyPart>
                <Trans>There are no product types yet.</Trans>
              </EmptyPart>
            ) : (
              <ValuesTable
                values={data}
                canEdit={canEdit}
                hasSettings={hasSettings}
                onOpen={setDialog}
              />
            )}
            {dialog === 'new' && (
              <ProductTypeDialog {...dialogProps} type={null} knownTypes={data} />
            )}
            {dialog === 'first' && <FirstPoints {...dialogProps} {...{ today, types }} />}
            {dialog !== null && typeof dialog === 'object' && dialog.kind === 'type' && (
              <ProductTypeDialog {...dialogProps} type={latestOf(dialog.value)} knownTypes={data} />
            )}
            {dialog !== null && typeof dialog === 'object' && dialog.kind === 'points' && (
              <ChangePoints {...dialogProps} {...{ today, value: latestOf(dialog.value) }} />
            )}
          </>
        );
      }}
    </RecordQuery>
  );
}

interface ValuesTableProps {
  readonly values: readonly ProductValue[];
  readonly canEdit: boolean;
  readonly hasSettings: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function ValuesTable({ values, canEdit, hasSettings, onOpen }: ValuesTableProps) {
  const { t, i18n } = useLingui();
  return (
    <RowsTable
      label={t`Points for products`}
      rows={values}
      rowId={({ type }) => type}
      columns={[
        { id: 'type', header: t`Product type`, cell: ({ type }) => type },
        {
          id: 'status',
          header: t`Status`,
          cell: ({ status }) => productStatusText(i18n, status),
        },
        {
          id: 'category',
          header: t`Tier category`,
          isNumber: true,
          cell: ({ tier_category: category }) => category,
        },
        {
          id: 'points',
          header: t`Points`,
          isNumber: true,
          cell: ({ points }) => pointsText(i18n, points),
        },
        {
          id: 'since',
          header: t`Valid since`,
          cell: ({ since }) => (since === null ? '–' : timeText(i18n, since)),
        },
        {
          id: 'planned',
          header: t({ message: 'Planned', context: 'settings' }),
          cell: ({ planned: plannedValues }) => plannedText(i18n, plannedValues),
        },
        ...(canEdit
          ? [
              {
                id: 'change',
                header: t`Action`,
                cell: (value: ProductValue) => (
                  <div className="flex flex-wrap items-center gap-x-4">
                    {hasSettings && (
                      <SmallActionButton
                        aria-label={t`Change the points of ${value.type}`}
                        className={rowButtonClass}
                        onClick={() => onOpen({ kind: 'points', value })}
                      >
                        <Trans context="action">Change</Trans>
                      </SmallActionButton>
                    )}
                    <SmallActionButton
                      aria-label={t`Edit type ${value.type}`}
                      className={rowButtonClass}
                      onClick={() => onOpen({ kind: 'type', value })}
                    >
                      <Trans>Edit type</Trans>
                    </SmallActionButton>
                  </div>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

const pointsText = (i18n: I18n, points: number | null) =>
  points === null ? i18n._(msg({ message: 'None', context: 'setting' })) : i18n.number(points);

function plannedText(i18n: I18n, plannedValues: ProductValue['planned']): string {
  const texts = plannedValues.map(
    ({ points, starts_at: at }) => `${pointsText(i18n, points)} (${timeText(i18n, at)})`,
  );
  return texts.join(', ') || '–';
}

interface ChangePointsProps {
  readonly region: RegionId;
  readonly today: string;
  readonly value: ProductValue;
  readonly onClose: () => void;
}

/** Changes a product type's points from a given day. */
function ChangePoints({ region, today, value, onClose }: ChangePointsProps) {
  const { t, i18n } = useLingui();
  const notify = useChangeNotice();
  const [typedPoints, setTypedPoints] = useState(value.points === null ? '' : String(value.points));
  const [startsOn, setStartsOn] = useState(today);
  const action = useOperatorAction(settingsCalls.changeProductValues, {
    refetches: settingQueries,
  });
  const { base, isReloaded } = useBaseValues(value.points, action.error);
  const points = parsePoints(typedPoints);
  const submit = async (why: string) => {
    if (points === undefined) return;
    const values = [{ type: value.type, before: base, points }];
    const { approval } = await action.mutateAsync({
      body: { region, values, starts_on: startsOn, why },
    });
    notify(approval, startsOn, today);
    onClose();
  };
  const error =
    points === undefined
      ? t`Enter a whole number.`
      : points === base
        ? t`The points would stay the same.`
        : undefined;
  return (
    <ActionDialog
      title={t`Change the points of ${value.type}`}
      description={t`A second person must approve the change. Products that were saved before keep their points.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={error === undefined && isValidStart(startsOn, today)}
      submitLabel={<Trans>Change the points</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          <TextField
            label={t`Points`}
            inputMode="numeric"
            autoComplete="off"
            hint={t`Leave it empty for none.`}
            value={typedPoints}
            error={showErrors ? error : undefined}
            onChange={({ target }) => setTypedPoints(target.value)}
          />
          {isReloaded && (
            <p role="status" className="text-small">
              <Trans>The points are now: {pointsText(i18n, base)}</Trans>
            </p>
          )}
          <StartField
            today={today}
            value={startsOn}
            showErrors={showErrors}
            onChange={setStartsOn}
          />
        </>
      )}
    </ActionDialog>
  );
}
