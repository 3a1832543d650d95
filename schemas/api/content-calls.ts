import * as v from 'valibot';
import { defineCall, zeroOrOne, idParams, listEntries, listResult } from './call.ts';
import { content } from '../content.ts';

/** News and tutorials for the installers of a country (spec 1 §7, spec 2 §7). */
export const contentCalls = {
  listContent: defineCall({
    id: 'listContent',
    method: 'GET',
    path: '/v1/content',
    summary:
      'List news and tutorials for your country, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object({
      ...listEntries,
      /** Types joined by commas; all if missing. */
      contentTypes: v.optional(v.pipe(v.string(), v.regex(/^(news|tutorial)(,(news|tutorial))*$/))),
      /** `1` or `true`: published items; `0` or `false`: nothing, because only operators see drafts. */
      visible: v.optional(zeroOrOne),
    }),
    result: listResult(content),
    errors: ['checkpoint_stale'],
  }),
  getContent: defineCall({
    id: 'getContent',
    method: 'GET',
    path: '/v1/content/{id}',
    summary: 'Get a news item or tutorial.',
    params: idParams,
    result: content,
  }),
};
