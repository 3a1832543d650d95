import * as v from 'valibot';
import { campaign, type Campaign, campaignId } from '../campaign.ts';
import { typedMultilineText } from '../multiline-text.ts';
import {
  day,
  text,
  translatedText,
  typedText,
  uuid,
  wholeNumber,
  wholeNumberBetween,
} from '../primitives.ts';
import { tierCategory } from '../product-type.ts';
import { regionId } from '../regions.ts';
import { tierBracket } from '../tier.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListResult } from './operator-list.ts';
import { campaignParams, defineUnscopedTimelineCall } from './record-calls.ts';

/** `grace`: ended, but scans made before the end still count when they arrive. */
const campaignStates = ['upcoming', 'running', 'grace', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Problems with a campaign, each with a message in the console; also used as reasons for `invalid_input`. */
const campaignProblems = [
  'campaign_ended',
  'campaign_started',
  'campaign_english_needed',
  'campaign_id_used',
  'campaign_missing',
  'campaign_no_levels',
  'campaign_no_types',
  'campaign_type_unknown',
  'too_many_campaigns',
] as const;
export type CampaignProblem = (typeof campaignProblems)[number];

/** Budget of a campaign, in points. When it's used up, the console warns, but the campaign continues. */
const budget = v.nullable(wholeNumberBetween(1, 2_000_000_000));
/** Percentage of the budget from which the console warns. */
export const BUDGET_WARNING_PERCENT = 80;

const points = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A campaign with its budget and its cost so far. */
const countryCampaign = v.object({
  region: regionId,
  campaign,
  state: v.picklist(campaignStates),
  /** Differs after every change to the campaign or its budget. */
  version: text(32),
  budget,
  /** Number of products that count towards the campaign and aren’t rejected. */
  products: wholeNumber,
  /** Points added to the ledger when projects closed. Later corrections aren’t assigned to campaigns. */
  booked: points,
  /** Points of products in projects that haven’t closed yet. */
  promised: points,
});
export type CountryCampaign = v.InferOutput<typeof countryCampaign>;

/** Points that these rules alone would have added in an earlier period of the same length. */
const estimate = v.object({ from: day, until: day, products: wholeNumber, points });
export type CampaignEstimate = v.InferOutput<typeof estimate>;

/** An id in a request, where a maximum length is required. */
const sentId = v.pipe(campaignId, v.maxLength(40));

/** Maximum number of languages of a campaign's texts. */
const MAX_LANGUAGES = 40;

/** A campaign in a request: its texts are a list, so that the request's size is limited. */
const campaignInput = v.pipe(
  v.object({
    ...v.omit(campaign.pipe[0], ['name_translated', 'text_translated']).entries,
    id: sentId,
    texts: v.pipe(
      v.array(
        v.object({
          language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/), v.maxLength(2)),
          /** Empty if the campaign has no text in this language. */
          name: typedText(2000),
          text: typedMultilineText(2000),
        }),
      ),
      v.maxLength(MAX_LANGUAGES),
      v.check((texts) => new Set(texts.map(({ language }) => language)).size === texts.length),
    ),
    types: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(12))), v.maxLength(300))),
    tier_categories: v.nullable(v.pipe(v.array(tierCategory), v.maxLength(10))),
    levels: v.nullable(v.pipe(v.array(tierBracket.entries.level), v.maxLength(20))),
  }),
  v.check(({ from, until }) => from <= until, 'A campaign ends before it starts.'),
);
type CampaignInput = v.InferOutput<typeof campaignInput>;

/** Converts a request back to a campaign. */
export function fromCampaignInput({ texts, ...rules }: CampaignInput): Campaign {
  const textsOf = (part: 'name' | 'text') =>
    Object.fromEntries(
      texts.filter((entry) => entry[part] !== '').map((entry) => [entry.language, entry[part]]),
    );
  return { ...rules, name_translated: textsOf('name'), text_translated: textsOf('text') };
}

/** Converts a campaign for a request. */
export function toCampaignInput({
  name_translated: names,
  text_translated: texts,
  ...rules
}: Campaign): CampaignInput {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(texts)])];
  return {
    ...rules,
    texts: languages.map((language) => {
      return { language, name: names[language] ?? '', text: texts[language] ?? '' };
    }),
  };
}

/** Version of the campaign that the operator saw; any other version is a conflict. */
const seenVersion = v.pipe(v.string(), v.maxLength(32));

/** Campaigns of a country. The `club campaigns` command follows the same rules. */
export const campaignCalls = {
  listCampaigns: defineOperatorCall(
    {
      id: 'listCampaigns',
      method: 'GET',
      path: '/operator/v1/campaigns',
      summary: 'Lists campaigns with their budgets and points, latest end first.',
      query: v.object({
        region: v.optional(regionId),
        state: v.optional(v.picklist(campaignStates)),
        /** 1: only campaigns that have nearly or completely used up their budget and still accept products. */
        near_budget: v.optional(v.picklist([1])),
      }),
      result: operatorListResult(countryCampaign),
    },
    { right: 'points.read', scope: 'list' },
  ),
  listCampaignNames: defineOperatorCall(
    {
      id: 'listCampaignNames',
      method: 'GET',
      path: '/operator/v1/campaigns/names',
      summary: 'Lists the names of all campaigns that a country has ever had, by id.',
      query: v.object({ region: regionId }),
      result: v.object({
        data: v.array(v.object({ id: campaignId, name_translated: translatedText })),
      }),
    },
    { right: 'points.read', scope: 'list' },
  ),
  readCampaign: defineOperatorCall(
    {
      id: 'readCampaign',
      method: 'GET',
      path: '/operator/v1/campaigns/one',
      summary: 'Returns a campaign with its budget and points.',
      query: v.object({ region: regionId, id: campaignId }),
      result: countryCampaign,
    },
    { right: 'points.read', scope: 'list' },
  ),
  listCampaignTimeline: defineUnscopedTimelineCall(
    { id: 'listCampaignTimeline', path: '/operator/v1/campaigns/{id}/timeline' },
    campaignParams,
    'points.read',
  ),
  previewCampaign: defineOperatorCall(
    {
      id: 'previewCampaign',
      method: 'POST',
      path: '/operator/v1/campaigns/preview',
      summary:
        'Returns a campaign’s problems, and the points that it would have added in earlier periods. Changes nothing.',
      body: v.object({ region: regionId, campaign: campaignInput }),
      result: v.object({
        problems: v.array(
          v.object({
            problem: v.picklist(campaignProblems),
            /** Path of the field within the campaign; empty for the whole campaign. */
            field: text(60),
          }),
        ),
        /** One estimate for the most recent days, and one for the same days a year earlier. */
        estimates: v.array(estimate),
      }),
      timeoutMs: 30_000,
    },
    { right: 'settings.edit', scope: 'list' },
  ),
  startCampaign: defineOperatorCall(
    {
      id: 'startCampaign',
      method: 'POST',
      path: '/operator/v1/campaigns',
      summary: 'Adds a campaign to a country. Needs a second person.',
      body: v.object({ region: regionId, campaign: campaignInput, budget, why }),
      /** Null if it was added immediately. */
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'always' },
  ),
  changeCampaign: defineOperatorCall(
    {
      id: 'changeCampaign',
      method: 'POST',
      path: '/operator/v1/campaigns/change',
      summary:
        'Changes a campaign. A change that can add points or raise the budget needs a second person. Saved products keep their points.',
      body: v.object({
        region: regionId,
        campaign: campaignInput,
        budget,
        version: seenVersion,
        why,
      }),
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'conditional' },
  ),
  stopCampaign: defineOperatorCall(
    {
      id: 'stopCampaign',
      method: 'POST',
      path: '/operator/v1/campaigns/stop',
      summary:
        'Ends a running campaign today, and removes one that hasn’t started. Saved products keep their points.',
      body: v.object({ region: regionId, id: sentId, version: seenVersion, why }),
      result: v.object({ is_removed: v.boolean() }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true },
  ),
} as const;
