import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { type Handlers } from '../http/handler.ts';
import { markNotification } from './mark-notification.ts';
import { notificationFromRow } from './notification-row.ts';

const LIST_LIMIT = 30;

/** What a person is told, and that they have read it. */
export const notificationHandlers = {
  notifications({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, mark } = query;
    const own = services.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', actor.userId)
      .where('company_id', '=', actor.companyId);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(own, { since, limit }, counter, notificationFromRow);
    }
    const kept = own.where('deleted', '=', false);
    const asked = mark === undefined ? kept : kept.where('mark', '=', mark);
    return newestFirstPage(services.db, asked, { page, limit }, notificationFromRow);
  },

  markNotification: ({ params, body, actor }, services) =>
    markNotification(params.id, body, actor, services),
} satisfies Partial<Handlers>;
