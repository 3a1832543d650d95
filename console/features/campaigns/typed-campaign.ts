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

export const emptyCampaign: TypedCampaign = {
  ...{ id: '', names: {}, texts: {}, from: '', until: '', graceDays: '7' },
  ...{ types: '', categories: '', levels: '', kind: 'factor', amount: '200', budget: '' },
};

/** Validated fields. */
export type InvalidField =
  | Exclude<keyof TypedCampaign, 'names' | 'texts' | 'kind'>
  | 'name'
  | 'text';

export function typedOf(stored: Campaign, budget: number | null): TypedCampaign {
  const { reward } = stored;
  return {
    id: stored.id,
    names: stored.name_translated,
    texts: stored.text_translated,
    ...{ from: stored.from, until: stored.until, graceDays: String(stored.grace_days) },
    types: stored.types?.join(', ') ?? '',
    categories: stored.tier_categories?.join(', ') ?? '',
    levels: stored.levels?.join(', ') ?? '',
    kind: reward.kind,
    amount: String(reward.kind === 'points' ? reward.points : reward.percent),
    budget: budget === null ? '' : String(budget),
  };
}

const parseList = (typed: string) => typed.split(/[\s,;]+/).filter((entry) => entry !== '');
const parseNumbers = (typed: string) => parseList(typed).map(Number);
/** Null for an empty list, which means all. */
const nullIfEmpty = <Entry>(list: Entry[]) => (list.length === 0 ? null : list);
const filled = (texts: TypedCampaign['names']) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

const wholeNumber = /^\d{1,9}$/;

/** Parses the form values; returns the invalid fields if there are any. */
export function readTyped(
  typed: TypedCampaign,
):
  | { readonly campaign: Campaign; readonly budget: number | null }
  | { readonly invalidFields: ReadonlySet<InvalidField> } {
  const invalidFields = new Set<InvalidField>();
  const { entries } = campaign.pipe[0];
  const check = (field: InvalidField, isValid: boolean) => {
    if (!isValid) invalidFields.add(field);
  };
  const amount = wholeNumber.test(typed.amount) ? Number(typed.amount) : Number.NaN;
  const budget = typed.budget.trim() === '' ? null : Number(typed.budget);
  const input = {
    id: typed.id,
    name_translated: filled(typed.names),
    text_translated: filled(typed.texts),
    ...{ from: typed.from, until: typed.until, grace_days: Number(typed.graceDays || Number.NaN) },
    types: nullIfEmpty(parseList(typed.types.toUpperCase())),
    tier_categories: nullIfEmpty(parseNumbers(typed.categories)),
    levels: nullIfEmpty(parseNumbers(typed.levels)),
    reward:
      typed.kind === 'points'
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
  check('budget', budget === null || (wholeNumber.test(typed.budget) && budget > 0));
  const result = v.safeParse(campaign, input);
  return invalidFields.size > 0 || !result.success
    ? { invalidFields }
    : { campaign: result.output, budget };
}
