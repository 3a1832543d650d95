import * as v from 'valibot';
import { chatViews } from '#schemas/operator/list-choices.ts';
import { day, uuid } from '#schemas/primitives.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the screen. */
export const supportSearch = v.object({
  view: urlChoice(chatViews),
  search: urlText(100),
  /** First and last day on which the chats were started, as in a report's link. */
  from: optionalDay,
  until: optionalDay,
  region: urlText(3),
  /** The open chat. */
  open: v.fallback(v.optional(uuid), undefined),
  /** `note` while writing an internal note. */
  tab: urlChoice(['note']),
  /** The open panel. */
  panel: urlChoice(['start', 'templates']),
  /** The person for a new chat. */
  person: v.fallback(v.optional(uuid), undefined),
});

/** Queries to refetch after an action on a template. */
export const templateQueries = ['listChatTemplates', 'listAudit'];

/** Queries to refetch after an action on a chat. */
export const chatQueries = ['listChats', 'readChat', 'listAudit'];
