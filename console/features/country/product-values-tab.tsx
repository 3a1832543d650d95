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
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { rowButtonClass, settingReads } from './country-texts.ts';
import { isStart, StartField, useChangeNotice } from './start-field.tsx';

type ProductValue = ResultOf<typeof settingsCalls.listProductValues>['data'][number];

interface ProductValuesTabProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
}

/** Points per product type with their start date, and scheduled changes. */
export function ProductValuesTab({ region, canEdit }: ProductValuesTabProps) {
  const { t, i18n } = useLingui();
  const [openedValue, setOpenedValue] = useState<ProductValue | null>(null);
  const query = useOperatorQuery(
    settingsCalls.listProductValues,
    { query: { region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the list`} query={query}>
      {({ data, today }) => (
        <>
          <p className="mb-3 text-small text-ink-soft">
            <Trans>Saved products keep their points.</Trans>
          </p>
          <RowsTable
            label={t`Points for products`}
            rows={data}
            rowId={({ type }) => type}
            columns={[
              { id: 'type', header: t`Product type`, cell: ({ type }) => type },
              {
                id: 'status',
                header: t`Status`,
                cell: ({ status }) => i18n._(statusTexts[status]),
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
                        <SmallActionButton
                          aria-label={t`Change the points of ${value.type}`}
                          className={rowButtonClass}
                          onClick={() => setOpenedValue(value)}
                        >
                          <Trans context="action">Change</Trans>
                        </SmallActionButton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          {openedValue && (
            <ChangePoints
              key={openedValue.type}
              {...{ region, today, value: openedValue }}
              onClose={() => setOpenedValue(null)}
            />
          )}
        </>
      )}
    </RecordQuery>
  );
}

const statusTexts = {
  active: msg({ message: 'Active', context: 'product type' }),
  internal: msg({ message: 'Internal', context: 'product type' }),
  retired: msg({ message: 'Retired', context: 'product type' }),
} as const;

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
  const { t } = useLingui();
  const notify = useChangeNotice();
  const [typedPoints, setTypedPoints] = useState(value.points === null ? '' : String(value.points));
  const [startsOn, setStartsOn] = useState(today);
  const action = useOperatorAction(settingsCalls.changeProductValues, { changes: settingReads });
  const text = typedPoints.trim();
  const points = text === '' ? null : Number(text);
  const isNumber = text === '' || /^\d{1,6}$/.test(text);
  const isSame = points === value.points;
  const submit = async (why: string) => {
    const values = [{ type: value.type, before: value.points, points }];
    const { approval } = await action.mutateAsync({
      body: { region, values, starts_on: startsOn, why },
    });
    notify(approval, startsOn, today);
    onClose();
  };
  const error = isNumber
    ? isSame
      ? t`The points would stay the same.`
      : undefined
    : t`Enter a whole number.`;
  return (
    <ActionDialog
      title={t`Change the points of ${value.type}`}
      description={t`A second person must approve it. Products that were saved before keep their points.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={error === undefined && isStart(startsOn, today)}
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
