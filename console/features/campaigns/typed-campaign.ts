import * as v from 'valibot';
import { campaign, type Campaign, campaignId } from '#schemas/campaign.ts';
import { sourceLanguage } from '#schemas/languages.ts';

/** Form values of a campaign. Empty lists mean all. */
export interface TypedCampaign {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly from: string;
  readonly until: string;
  readonly graceDays: string;
  readonly types: string;
  readonly categories: string;
  readonly levels: string;
  readonly kind: Campaign['reward']['kind'];
  readonly amount: string;
  readonly budget: string;
}

const textsByLanguage = v.record(v.string(), v.string());

/** Typed values, as stored in a draft. */
export const typedCampaignSchema: v.GenericSchema<unknown, TypedCampaign> = v.object({
  ...{ id: v.string(), names: textsByLanguage, texts: textsByLanguage },
  ...{ from: v.string(), until: v.string(), graceDays: v.string() },
  ...{ types: v.string(), categories: v.string(), levels: v.string() },
  ...{ kind: v.picklist(['points', 'factor']), amount: v.string(), budget: v.string() },
});

export const emptyCampaign: TypedCampaign = {
  ...{ id: '', names: {}, texts: {}, from: '', until: '', graceDays: '7' },
  ...{ types: '', categories: '', levels: '', kind: 'factor', amount: '200', budget: '' },
};

/** Fields that can be invalid. */
export type InvalidField =
  | Exclude<keyof TypedCampaign, 'names' | 'texts' | 'kind'>
  | 'name'
  | 'text';

export function toTypedCampaign(campaign: Campaign, budget: number | null): TypedCampaign {
  const { reward } = campaign;
  return {
    id: campaign.id,
    names: campaign.name_translated,
    texts: campaign.text_translated,
    ...{ from: campaign.from, until: campaign.until, graceDays: String(campaign.grace_days) },
    types: campaign.types?.join(', ') ?? '',
    categories: campaign.tier_categories?.join(', ') ?? '',
    levels: campaign.levels?.join(', ') ?? '',
    kind: reward.kind,
    amount: String(reward.kind === 'points' ? reward.points : reward.percent),
    budget: budget === null ? '' : String(budget),
  };
}

const parseList = (text: string) => text.split(/[\s,;]+/).filter((entry) => entry !== '');
const parseNumbers = (text: string) => parseList(text).map(Number);
/** Returns null instead of an empty list, because null means all entries. */
const nullIfEmpty = <Entry>(list: Entry[]) => (list.length === 0 ? null : list);
const filledTexts = (texts: TypedCampaign['names']) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

const wholeNumber = /^\d{1,9}$/;

/** Parses the form values; returns the invalid fields if there are any. */
export function parseTypedCampaign(
  typedCampaign: TypedCampaign,
):
  | { readonly campaign: Campaign; readonly budget: number | null }
  | { readonly invalidFields: ReadonlySet<InvalidField> } {
  const invalidFields = new Set<InvalidField>();
  const { entries } = campaign.pipe[0];
  const check = (field: InvalidField, isValid: boolean) => {
    if (!isValid) invalidFields.add(field);
  };
  const amount = wholeNumber.test(typedCampaign.amount) ? Number(typedCampaign.amount) : Number.NaN;
  const budget = typedCampaign.budget.trim() === '' ? null : Number(typedCampaign.budget);
  const input = {
    id: typedCampaign.id,
    name_translated: filledTexts(typedCampaign.names),
    text_translated: filledTexts(typedCampaign.texts),
    ...{
      from: typedCampaign.from,
      until: typedCampaign.until,
      grace_days: Number(typedCampaign.graceDays || Number.NaN),
    },
    types: nullIfEmpty(parseList(typedCampaign.types.toUpperCase())),
    tier_categories: nullIfEmpty(parseNumbers(typedCampaign.categories)),
    levels: nullIfEmpty(parseNumbers(typedCampaign.levels)),
    reward:
      typedCampaign.kind === 'points'
        ? { kind: 'points', points: amount }
        : { kind: 'factor', percent: amount },
  };
  check('id', v.is(campaignId, input.id));
  check('name', input.name_translated[sourceLanguage] !== undefined);
  check('text', input.text_translated[sourceLanguage] !== undefined);
  check('from', v.is(entries.from, input.from));
  check('until', v.is(entries.until, input.until) && input.from <= input.until);
  check('graceDays', v.is(entries.grace_days, input.grace_days));
  check('types', v.is(entries.types, input.types));
  check('categories', v.is(entries.tier_categories, input.tier_categories));
  check('levels', v.is(entries.levels, input.levels));
  check('amount', v.is(entries.reward, input.reward));
  check('budget', budget === null || (wholeNumber.test(typedCampaign.budget) && budget > 0));
  const result = v.safeParse(campaign, input);
  return invalidFields.size > 0 || !result.success
    ? { invalidFields }
    : { campaign: result.output, budget };
}
