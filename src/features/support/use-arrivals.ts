import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { ChatDocument } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { announce } from '#src/ui/feedback/announce.ts';
import { unreadAnswers } from './queries.ts';

/** Distance from the end within which the page follows new messages, in px. */
const NEAR_END = 240;

/** Announces answers that arrive while the chat is open. */
export function useAnnounceAnswers({ messages }: Pick<ChatDocument, 'messages'>): void {
  const { t } = useLingui();
  const last = messages.findLast(({ sender }) => sender === 'admin');
  const known = useRef(last?.uuid);
  useEffect(() => {
    if (!last || known.current === last.uuid) return;
    known.current = last.uuid;
    const { message } = last;
    announce(t`Support: ${message}`);
  }, [last, t]);
}

/** Marks the chat's notifications as read while it is visible. */
export function useMarkAnswersRead(chatId: string): void {
  const { notificationCommands } = useAccount();
  const unread = useLiveQuery(unreadAnswers, []);
  useEffect(() => {
    const ids = unread?.get(chatId) ?? [];
    const read = () => {
      if (document.visibilityState === 'hidden') return;
      // Stays unread if the mark can't be saved (device full).
      for (const id of ids) notificationCommands.markNotificationRead(id).catch(() => undefined);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [unread, chatId, notificationCommands]);
}

/** Scrolls to the newest message at first, and later if the user wrote it or is near the end. */
export function useScrollToNewest({ messages, unsent }: ChatDocument): void {
  const count = messages.length + unsent.length;
  const isNear = useRef(true);
  const lastOwnId = useRef<string>(undefined);
  useEffect(() => {
    const updateIsNear = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      isNear.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
    };
    addEventListener('scroll', updateIsNear, { passive: true });
    return () => removeEventListener('scroll', updateIsNear);
  }, []);
  const newestOwnId = unsent.at(-1)?.uuid;
  useEffect(() => {
    const isOwn = newestOwnId !== undefined && newestOwnId !== lastOwnId.current;
    lastOwnId.current = newestOwnId;
    if (!isNear.current && !isOwn) return undefined;
    // After the router's own scroll.
    const frame = requestAnimationFrame(() =>
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [count, newestOwnId]);
}
