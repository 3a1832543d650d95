/** Live queries for news on this device. */
import { map, type Observable } from 'rxjs';
import type { ContentDocument, ContentType } from '#schemas/content.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** The latest news, at most `limit`. */
export function latestNews(account: LocalAccount, limit: number): Observable<ContentDocument[]> {
  return newestOf(account, 'news', limit);
}

/** The latest tutorials, at most `limit`. */
export function latestTutorials(
  account: LocalAccount,
  limit: number,
): Observable<ContentDocument[]> {
  return newestOf(account, 'tutorial', limit);
}

function newestOf(account: LocalAccount, type: ContentType, limit: number) {
  return account.collections.contents
    .find({ selector: { type: { $eq: type } }, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** One news item, or null if it isn't on this device. */
export function newsById(account: LocalAccount, uuid: string): Observable<ContentDocument | null> {
  return account.collections.contents
    .findOne(uuid)
    .$.pipe(map((document) => (document ? plainDocument(document) : null)));
}
