import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  BUDGET_WARNING_PERCENT,
  type CampaignState,
  type CountryCampaign,
} from '#schemas/operator/campaign-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

/** Queries to refetch after changing a campaign. */
export const campaignQueries = [
  'listCampaigns',
  'listCampaignNames',
  'readCampaign',
  'listApprovals',
  'listAudit',
];

const states = {
  upcoming: { tone: 'info', text: msg({ message: 'Upcoming', context: 'campaign' }) },
  running: { tone: 'good', text: msg({ message: 'Running', context: 'campaign' }) },
  grace: {
    tone: 'neutral',
    text: msg({ message: 'Ended, in its grace days', context: 'campaign' }),
  },
  ended: { tone: 'neutral', text: msg({ message: 'Ended', context: 'campaign' }) },
} as const satisfies Record<CampaignState, { tone: Tone; text: ReturnType<typeof msg> }>;

export const stateText = (i18n: I18n, state: CampaignState): string => i18n._(states[state].text);
export const stateTone = (state: CampaignState): Tone => states[state].tone;

/** Name in the operator's language. */
export const nameOf = (i18n: I18n, { campaign }: CountryCampaign): string =>
  textInLanguage(campaign.name_translated, i18n.locale);

/** Record id of a campaign, as used in the audit and in URLs. */
export const recordOf = ({ region, campaign }: CountryCampaign): string =>
  `${regionCodeOf(region)}-${campaign.id}`;

/** Percentage of the budget that is spent or promised; null without a budget. */
const usedPercent = ({ budget, booked, promised }: CountryCampaign): number | null =>
  budget === null ? null : ((booked + promised) / budget) * 100;

/** Returns how much of the budget is spent or promised, such as `64% of 1,000`. */
export function budgetText(i18n: I18n, row: CountryCampaign): string {
  const percent = usedPercent(row);
  if (row.budget === null || percent === null) return i18n._(msg`No budget`);
  const [doneText, totalText] = [
    i18n.number(Math.floor(percent) / 100, { style: 'percent' }),
    i18n.number(row.budget),
  ];
  return i18n._(msg`${doneText} of ${totalText}`);
}

/** Tone of the budget: warning from 80 %, red once used up. */
export function budgetTone(row: CountryCampaign): Tone {
  const percent = usedPercent(row) ?? 0;
  if (percent >= 100) return 'bad';
  return percent >= BUDGET_WARNING_PERCENT ? 'warn' : 'neutral';
}
