/** Live queries for chats on this device. */
import { map, type Observable } from 'rxjs';
import type { ChatDocument } from '#schemas/chat.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';

type Account = ReturnType<typeof useAccount>;

/** Chats per page (spec 2 §9). */
export const CHATS_PER_PAGE = 20;

/** One page of chats, those with the latest messages first. Pages are numbered from 1. */
export function chatsOfPage(account: Account, page: number): Observable<ChatDocument[]> {
  const skip = (page - 1) * CHATS_PER_PAGE;
  return account.collections.chats
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], skip, limit: CHATS_PER_PAGE })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

export function countChats(account: Account): Observable<number> {
  return account.collections.chats.count({ selector: {} }).$;
}

/** One chat, or null if it isn't on this device. */
export function chatById(account: Account, id: string): Observable<ChatDocument | null> {
  return account.collections.chats
    .findOne(id)
    .$.pipe(map((document) => document && plainDocument(document)));
}

/** Ids of unread reply notifications, by chat. */
export function unreadReplies(account: Account): Observable<ReadonlyMap<string, string[]>> {
  return account.collections.notifications.find({ selector: { mark: 'unread' } }).$.pipe(
    map((notifications) => {
      const idsByChat = new Map<string, string[]>();
      for (const { uuid, meta } of notifications) {
        if (meta.ticket_uuid === null) continue;
        idsByChat.set(meta.ticket_uuid, [...(idsByChat.get(meta.ticket_uuid) ?? []), uuid]);
      }
      return idsByChat;
    }),
  );
}
