import * as v from 'valibot';
import { emptyResult, idParams } from '../api/call.ts';
import { campaignRecordId } from '../campaign.ts';
import { requiredMultilineText } from '../multiline-text.ts';
import { uuid } from '../primitives.ts';
import { defineOperatorCall, type ScopedRecord, why } from './operator-call.ts';
import type { OperatorRight } from './operator-rights.ts';

/** Reason for `conflict`: personal data of the record was erased, and a comment could contain it again. */
export const RECORD_ERASED = 'record_erased';

/** Maximum length of a comment. */
export const MAX_COMMENT = 2000;

/** Records that operators comment on, with the right to read each. */
export const commentRights = {
  announcement: 'content.read',
  campaign: 'points.read',
  certificate: 'companies.read',
  company: 'companies.read',
  content: 'content.read',
  installer: 'companies.read',
  lead: 'leads.read',
  lead_request: 'leads.read',
  order: 'orders.read',
  product: 'shop.read',
  product_category: 'shop.read',
  project: 'points.read',
  scan: 'review.read',
  survey: 'content.read',
} as const satisfies Partial<Record<ScopedRecord | 'campaign', OperatorRight>>;
export type CommentKind = keyof typeof commentRights;
export const commentKinds = Object.keys(commentRights) as CommentKind[];

// The required right depends on the record's kind, so the calls' handlers check the right and the record's country.
const commentOptions = { right: null, scope: 'list', isAction: true } as const;

/** Internal comments on records. Timelines list them; installers never get them. */
export const commentCalls = {
  writeComment: defineOperatorCall(
    {
      id: 'writeComment',
      method: 'POST',
      path: '/operator/v1/comments',
      summary:
        'Adds an internal comment to a record’s timeline. Needs the right to read the record, and a role other than viewer in its country.',
      body: v.object({
        kind: v.picklist(commentKinds),
        /** The record's id; of a campaign, its country and id. */
        record: v.union([uuid, campaignRecordId]),
        text: requiredMultilineText(MAX_COMMENT),
        why,
      }),
      status: 201,
      result: v.object({ id: uuid }),
    },
    commentOptions,
  ),
  deleteComment: defineOperatorCall(
    {
      id: 'deleteComment',
      method: 'POST',
      path: '/operator/v1/comments/{id}/delete',
      summary:
        'Deletes the text of the operator’s own comment. The timeline says that it was deleted.',
      params: idParams,
      body: v.object({ why }),
      result: emptyResult,
    },
    commentOptions,
  ),
} as const;
