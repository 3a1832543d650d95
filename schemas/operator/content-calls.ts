import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { contentType, MAX_CONTENT_TEXT, videoId } from '../content.ts';
import { catalogueLanguages } from '../languages.ts';
import { moment, requiredText, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { contentStatuses } from './list-choices.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import {
  chosenPictures,
  MAX_CONTENT_PICTURES,
  pictureProblems,
  shownPicture,
  uploadedPicture,
} from './picture-fields.ts';
import { defineTimelineCall } from './record-calls.ts';

/** Maximum length of a title. */
export const MAX_CONTENT_TITLE = 200;

const contentStatus = v.picklist(contentStatuses);

/** Reasons for failures. */
export const contentProblems = {
  /** English, which every installer can read, has no title. */
  englishNeeded: 'english_needed',
  /** Another language has a text or video, but no title. */
  titleNeeded: 'title_needed',
  /** A language has neither a text nor a video below its title. */
  bodyNeeded: 'content_text_needed',
  /** A text is too long after its markup was corrected. */
  tooLong: 'content_too_long',
  /** The draft can’t be changed while it's scheduled for publication. */
  planned: 'content_planned',
} as const;

/** Reason why a scheduled publication failed. It isn’t retried. */
const planFailures = [
  'author_without_right',
  contentProblems.englishNeeded,
  contentProblems.titleNeeded,
  contentProblems.bodyNeeded,
  pictureProblems.textNeeded,
  'plan_failed',
] as const;
export type PlanFailure = (typeof planFailures)[number];
/** Parses the reason of a failed scheduled publication. */
export const toPlanFailure = (reason: string | undefined): PlanFailure =>
  planFailures.find((each) => each === reason) ?? 'plan_failed';
const failedPlan = v.nullable(v.object({ at: moment, reason: v.picklist(planFailures) }));

const language = v.pipe(v.string(), v.maxLength(2), v.regex(/^[a-z]{2}$/));
/** Texts in one language. A draft may lack the title. */
const contentText = v.object({
  language,
  title: text(MAX_CONTENT_TITLE),
  /** Sanitised HTML. */
  text: v.pipe(v.string(), v.maxLength(MAX_CONTENT_TEXT)),
  youtube: v.nullable(videoId),
});
export type ContentText = v.InferOutput<typeof contentText>;

/** True if installers see something below the title: words or a video. Markup alone is empty. */
export const hasBody = ({ text: html, youtube }: Pick<ContentText, 'text' | 'youtube'>): boolean =>
  youtube !== null || html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== '';

const listedContent = v.object({
  id: uuid,
  region: regionId,
  type: contentType,
  status: contentStatus,
  /** In English. */
  title: text(MAX_CONTENT_TITLE),
  languages: v.array(language),
  /** Time of publication; for a draft, when it was created. */
  created_at: moment,
  updated_at: moment,
  publish_at: v.nullable(moment),
  /** The draft’s last scheduled publication, if it failed. */
  failed_plan: failedPlan,
});

const contentRecord = v.object({
  id: uuid,
  /** Version of the draft and the published content, sent with actions. */
  rev: wholeNumber,
  region: regionId,
  type: contentType,
  /** `draft`: never published. */
  status: v.picklist(['published', 'withdrawn', 'draft']),
  /** Published or withdrawn texts; null if never published. */
  published: v.nullable(v.array(contentText)),
  draft: v.nullable(
    v.object({
      texts: v.array(contentText),
      updated_at: moment,
      /** Name of the operator who last changed the draft. */
      updated_by: v.nullable(text(200)),
    }),
  ),
  publish_at: v.nullable(moment),
  failed_plan: failedPlan,
  /**
   * Pictures of the draft or, if there is no draft, of the published version. The first one is above the text, the
   * others are below.
   */
  pictures: v.array(shownPicture),
  created_at: moment,
  updated_at: moment,
});

const contentScope = { record: 'content', in: 'params', field: 'id' } as const;
const editOptions = { right: 'content.edit', scope: contentScope, isAction: true } as const;
const versionBody = v.object({ rev: wholeNumber, why });
const changedRev = v.object({ rev: wholeNumber });
const versionParams = v.object({ id: uuid, version: uuid });

const listedVersion = v.object({
  id: uuid,
  published_at: moment,
  /** Name of the operator; null if it was published by the setup or a command. */
  published_by: v.nullable(text(200)),
  /** In English. */
  title: text(MAX_CONTENT_TITLE),
  languages: v.array(language),
  /** Number of images. */
  pictures: wholeNumber,
});

/**
 * News and tutorials. Phones get published content with their next fetch, and remove withdrawn content. Drafts
 * never reach phones. Two operators can’t overwrite each other: the second gets a `conflict`.
 */
export const contentCalls = {
  listContents: defineOperatorCall(
    {
      id: 'listContents',
      method: 'GET',
      path: '/operator/v1/contents',
      summary:
        'Lists news and tutorials: published and withdrawn ones newest first, planned ones by time.',
      query: v.object({
        ...operatorListEntries,
        status: v.optional(contentStatus),
        type: v.optional(contentType),
        /** Prefixes of words in the titles, in any language. */
        search: listSearch,
      }),
      result: operatorListResult(listedContent),
    },
    { right: 'content.read', scope: 'list' },
  ),
  readContent: defineOperatorCall(
    {
      id: 'readContent',
      method: 'GET',
      path: '/operator/v1/contents/{id}',
      summary: 'Returns a news item or tutorial in all languages, as published and as a draft.',
      params: idParams,
      result: contentRecord,
    },
    { right: 'content.read', scope: contentScope },
  ),
  listContentTimeline: defineTimelineCall(
    { id: 'listContentTimeline', path: '/operator/v1/contents/{id}/timeline' },
    { right: 'content.read', record: 'content' },
  ),
  listContentVersions: defineOperatorCall(
    {
      id: 'listContentVersions',
      method: 'GET',
      path: '/operator/v1/contents/{id}/versions',
      summary: 'Lists published versions, newest first; at most 50.',
      params: idParams,
      query: v.pick(v.object(operatorListEntries), ['cursor', 'limit']),
      result: operatorListResult(listedVersion),
    },
    { right: 'content.read', scope: contentScope },
  ),
  readContentVersion: defineOperatorCall(
    {
      id: 'readContentVersion',
      method: 'GET',
      path: '/operator/v1/contents/{id}/versions/{version}',
      summary: 'Returns a published version with its texts and pictures.',
      params: versionParams,
      result: v.object({
        published_at: moment,
        texts: v.array(contentText),
        pictures: v.array(shownPicture),
      }),
    },
    { right: 'content.read', scope: contentScope },
  ),
  restoreContentVersion: defineOperatorCall(
    {
      id: 'restoreContentVersion',
      method: 'POST',
      path: '/operator/v1/contents/{id}/versions/{version}/restore',
      summary: 'Copies a version to the draft. Published content doesn’t change.',
      params: versionParams,
      body: versionBody,
      result: changedRev,
    },
    editOptions,
  ),
  createContent: defineOperatorCall(
    {
      id: 'createContent',
      method: 'POST',
      path: '/operator/v1/contents',
      summary: 'Creates a draft news item or tutorial for a country.',
      body: v.object({
        region: regionId,
        type: contentType,
        /** In English. */
        title: requiredText(MAX_CONTENT_TITLE),
        why,
      }),
      status: 201,
      result: v.object({ id: uuid }),
    },
    { right: 'content.edit', scope: 'list', isAction: true },
  ),
  saveContentDraft: defineOperatorCall(
    {
      id: 'saveContentDraft',
      method: 'POST',
      path: '/operator/v1/contents/{id}/draft',
      summary:
        'Saves the draft in all its languages. Installers don’t see it. Saving isn’t audited; publishing is.',
      params: idParams,
      body: v.object({
        texts: v.pipe(
          v.array(v.object({ ...contentText.entries, language: v.picklist(catalogueLanguages) })),
          v.maxLength(catalogueLanguages.length),
          v.check((texts) => new Set(texts.map((each) => each.language)).size === texts.length),
        ),
        /** If omitted, the images stay the same. */
        pictures: v.optional(chosenPictures(MAX_CONTENT_PICTURES)),
        rev: wholeNumber,
      }),
      result: changedRev,
      errors: ['conflict'],
    },
    { right: 'content.edit', scope: contentScope },
  ),
  uploadContentPicture: defineOperatorCall(
    {
      id: 'uploadContentPicture',
      method: 'POST',
      path: '/operator/v1/content-pictures',
      summary:
        'Stores a picture for a draft, without location and camera data. The picture has no effect until a draft uses it.',
      body: uploadedPicture,
      result: v.object({ id: uuid }),
    },
    { right: 'content.edit', scope: 'none' },
  ),
  discardContentDraft: defineOperatorCall(
    {
      id: 'discardContentDraft',
      method: 'POST',
      path: '/operator/v1/contents/{id}/discard',
      summary: 'Deletes the draft. Published content doesn’t change.',
      params: idParams,
      body: versionBody,
      result: changedRev,
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
  publishContent: defineOperatorCall(
    {
      id: 'publishContent',
      method: 'POST',
      path: '/operator/v1/contents/{id}/publish',
      summary: 'Publishes the draft, now or at a chosen time.',
      params: idParams,
      body: v.object({ ...versionBody.entries, publish_at: v.nullable(moment) }),
      result: changedRev,
      errors: ['date_too_early', 'move_not_allowed'],
    },
    editOptions,
  ),
  cancelContentPlan: defineOperatorCall(
    {
      id: 'cancelContentPlan',
      method: 'POST',
      path: '/operator/v1/contents/{id}/cancel-plan',
      summary: 'Cancels the planned publication. The draft stays.',
      params: idParams,
      body: versionBody,
      result: changedRev,
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
  withdrawContent: defineOperatorCall(
    {
      id: 'withdrawContent',
      method: 'POST',
      path: '/operator/v1/contents/{id}/withdraw',
      summary: 'Removes published content from phones.',
      params: idParams,
      body: versionBody,
      result: changedRev,
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
  restoreContent: defineOperatorCall(
    {
      id: 'restoreContent',
      method: 'POST',
      path: '/operator/v1/contents/{id}/restore',
      summary: 'Shows withdrawn content again, as it was.',
      params: idParams,
      body: versionBody,
      result: changedRev,
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
} as const;
