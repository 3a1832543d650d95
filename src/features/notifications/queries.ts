/** Live queries for notifications on this device. */
import { map, type Observable } from 'rxjs';
import type { NotificationDocument } from '#schemas/notification.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** The newest notifications, at most `limit`. */
export function newestNotifications(
  account: LocalAccount,
  limit: number,
): Observable<NotificationDocument[]> {
  return account.collections.notifications
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((found) => found.map(plainDocument)));
}
