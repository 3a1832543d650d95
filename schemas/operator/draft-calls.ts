import * as v from 'valibot';
import { DAY_MS } from '../durations.ts';
import { multilineText } from '../multiline-text.ts';
import { moment, text } from '../primitives.ts';
import { defineOperatorCall } from './operator-call.ts';

/** Maximum length of a draft. A form with all texts of a country has up to 40,000 characters. */
export const MAX_DRAFT = 60_000;
/** Maximum number of drafts per operator; the oldest are deleted. */
export const MAX_DRAFTS = 100;
/** Length of the excerpt shown in the list. */
export const DRAFT_EXCERPT = 200;
/** A draft is deleted this long after its last change. */
export const DRAFT_TTL_MS = 30 * DAY_MS;
/** Field of a draft that has all values of a form, as JSON. */
export const FORM_DRAFT = 'form';
/** Kind of draft for chats. A session without a passkey can't access any other drafts. */
export const CHAT_DRAFT = 'chat';

/** Reason for `conflict`: the draft was changed in another window since this one read it. */
export const DRAFT_CHANGED = 'draft_changed';

const identifier = v.pipe(v.string(), v.maxLength(40), v.regex(/^[a-z_]+$/));
/** Each field of a record has its own draft. */
const draftKey = {
  kind: identifier,
  record: v.pipe(text(100), v.regex(/^[\w-]+$/)),
  field: identifier,
};

/**
 * Stores typed text until it's sent, so that closing the page doesn’t lose it. Drafts are private to the
 * operator and not audited.
 */
export const draftCalls = {
  listDrafts: defineOperatorCall(
    {
      id: 'listDrafts',
      method: 'GET',
      path: '/operator/v1/drafts',
      summary:
        'List the operator’s own drafts, last changed first, including unfinished announcements and news.',
      result: v.object({
        data: v.array(
          v.object({ ...draftKey, excerpt: multilineText(DRAFT_EXCERPT), updated_at: moment }),
        ),
      }),
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
  readDraft: defineOperatorCall(
    {
      id: 'readDraft',
      method: 'GET',
      path: '/operator/v1/draft',
      summary: 'Get the operator’s own draft of a field.',
      query: v.object(draftKey),
      result: v.object({
        /** Null if there is none. */
        draft: v.nullable(v.object({ text: multilineText(MAX_DRAFT), updated_at: moment })),
      }),
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
  saveDraft: defineOperatorCall(
    {
      id: 'saveDraft',
      method: 'POST',
      path: '/operator/v1/draft',
      summary:
        'Save the operator’s own draft of a field, or of a form as JSON; an empty text deletes it.',
      body: v.object({
        ...draftKey,
        text: multilineText(MAX_DRAFT),
        /**
         * `updated_at` of the draft that this one replaces; null if there was none. If another window has saved a draft
         * since then, nothing is saved. Without this field, the draft replaces any other.
         */
        replaces: v.optional(v.nullable(moment)),
      }),
      result: v.object({
        /** Null if the draft was deleted. */
        updated_at: v.nullable(moment),
      }),
      errors: ['conflict', 'not_found'],
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
} as const;
