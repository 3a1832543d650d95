import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import { campaign } from '#schemas/campaign.ts';
import { operatorRoleNames } from '#schemas/operator/operator-rights.ts';
import { regionId, type RegionId } from '#schemas/regions.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { campaignText } from '#console/parts/campaign-text.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { grantsText } from '#console/parts/operator-grants.ts';
import { settingChangeText } from '#console/parts/setting-texts.ts';
import { pointEventText } from '#console/parts/point-events.ts';
import { productStatusText } from '#console/parts/product-status.ts';
import { recordHref } from '#console/parts/record-links.ts';
import { rejectionReasonText } from '#console/parts/rejection-reason-text.ts';

/** Labels of the fields of requested actions. */
const fieldNames: Readonly<Record<string, MessageDescriptor>> = {
  closesCompany: msg`Closes the company`,
  active: msg`Active`,
  leaves_one_approver: msg`Leaves one person who can approve`,
  grants: msg`New roles`,
  prices: msg`Prices`,
  changes: msg`Settings`,
  starts_on: msg`Valid from`,
  type: msg`Product type`,
  status: msg`Status`,
  status_before: msg`Status before`,
  tier_category: msg`Tier category`,
  tier_category_before: msg`Tier category before`,
  levels: msg`Levels`,
  points: msg`Points`,
  event: msg`Reason`,
  reason: msg`Reason`,
  reverses: msg`Reversed line`,
  rows: msg`Rows`,
  sku: msg`Voucher`,
  codes: msg`New codes`,
  batch: msg({ message: 'Batch', context: 'orders' }),
  price_changes: msg`Changed prices`,
  companies: msg`Companies`,
  awards: msg`Largest awards, by company number`,
  campaign: msg`Campaign`,
  budget: msg`Budget in points`,
  replaces: msg`Campaign before`,
  budget_before: msg`Budget before`,
};
/** Fields with countries. They are omitted, because the country is shown on a separate line. */
const countryFields = new Set(['region', 'regions', 'within']);

const grantList = v.array(
  v.object({ role: v.picklist(operatorRoleNames), regions: v.array(regionId) }),
);
const settingList = v.array(
  v.object({ field: v.string(), before: v.unknown(), after: v.unknown() }),
);
const levelList = v.array(v.object({ from: v.number(), points: v.number() }));
const awardList = v.array(v.object({ company: v.number(), points: v.number(), event: v.string() }));
const rejection = v.object({ code: v.string(), note: v.nullable(v.string()) });
const changeList = v.array(v.object({ sku: v.string(), before: v.number(), after: v.number() }));

interface RequestedChangeProps {
  readonly approval: {
    readonly body: Readonly<Record<string, unknown>>;
    readonly region: RegionId | null;
    readonly record_kind: string;
    readonly record_id: string;
  };
}

/** All effects of a requested action, with a link to its record. */
export function RequestedChange({ approval }: RequestedChangeProps) {
  const { i18n } = useLingui();
  const href = recordHref(approval.record_kind, approval.record_id);
  return (
    <>
      <DetailList
        items={[
          {
            term: <Trans>Country</Trans>,
            detail:
              approval.region === null ? (
                <Trans>Several</Trans>
              ) : (
                countryText(i18n, approval.region)
              ),
          },
          ...Object.entries(approval.body)
            .filter(([field, value]) => !countryFields.has(field) && value !== null)
            .map(([field, value]) => ({
              term: fieldText(i18n, field),
              detail: (
                <span className="whitespace-pre-line">{fieldValueText(i18n, field, value)}</span>
              ),
            })),
        ]}
      />
      {href !== null && (
        <ConsoleLink href={href} className={`${toolButtonClass} self-start bg-surface-sunken`}>
          <Trans>Open the record</Trans>
        </ConsoleLink>
      )}
    </>
  );
}

function fieldText(i18n: I18n, field: string): string {
  const name = fieldNames[field];
  return name ? i18n._(name) : field.replaceAll('_', ' ');
}

function fieldValueText(i18n: I18n, field: string, value: unknown): string {
  if (field === 'event') return pointEventText(i18n, String(value));
  if (field === 'status' || field === 'status_before')
    return productStatusText(i18n, String(value));
  return valueText(i18n, value);
}

/**
 * Formats a value as text. A list has one line per entry. Unknown values from a newer server are shown as
 * JSON.
 */
function valueText(i18n: I18n, value: unknown): string {
  if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`);
  if (typeof value === 'number') return i18n.number(value);
  if (typeof value === 'string') return value;
  if (v.is(campaign, value)) return campaignText(i18n, value);
  if (v.is(grantList, value)) return grantsText(i18n, value);
  if (v.is(changeList, value)) {
    return value
      .map(({ sku, before, after }) => `${sku}: ${i18n.number(before)} → ${i18n.number(after)}`)
      .join('\n');
  }
  if (v.is(awardList, value)) {
    return value
      .map(
        ({ company, points, event }) =>
          `${company}: ${i18n.number(points, { signDisplay: 'exceptZero' })}, ${pointEventText(i18n, event)}`,
      )
      .join('\n');
  }
  if (v.is(levelList, value)) {
    return value
      .map(({ from, points }) => `${i18n.number(from)}: +${i18n.number(points)}`)
      .join('\n');
  }
  if (v.is(rejection, value)) {
    const text = rejectionReasonText(i18n, { code: value.code, text_translated: null });
    return [text, value.note].filter(Boolean).join('\n');
  }
  if (v.is(settingList, value)) {
    return value.map((change) => settingChangeText(i18n, change)).join('\n');
  }
  return JSON.stringify(value);
}
