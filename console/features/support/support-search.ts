import * as v from 'valibot';
import { chatViews } from '#schemas/operator/chat-calls.ts';
import { uuid } from '#schemas/primitives.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** State of the screen in the address. */
export const supportSearch = v.object({
  view: urlChoice(chatViews),
  search: urlText(100),
  /** The opened chat. */
  open: v.fallback(v.optional(uuid), undefined),
  /** `note` while an internal note is written. */
  tab: urlChoice(['note']),
  /** The opened panel. */
  panel: urlChoice(['start', 'templates']),
  /** The person with whom a chat is started. */
  person: v.fallback(v.optional(uuid), undefined),
});

/** Calls whose results change with an act on a template. */
export const templateChanges = ['listChatTemplates', 'listAudit'];

/** Calls whose results change with an act on a chat. */
export const chatChanges = ['listChats', 'readChat', 'listAudit'];
