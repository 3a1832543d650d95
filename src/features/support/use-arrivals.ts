import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { ChatDocument } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { announce } from '#src/ui/feedback/announce.ts';
import { unreadAnswers } from './queries.ts';

/** Whoever stands so near to the end is taken along to what comes, in px. */
const NEAR_END = 240;

/** An answer that comes while the chat is shown is read aloud. */
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

/** Seeing a chat reads what the notifications told of it. */
export function useMarkAnswersRead(chatId: string): void {
  const { notificationCommands } = useAccount();
  const unread = useLiveQuery(unreadAnswers, []);
  useEffect(() => {
    const ids = unread?.get(chatId) ?? [];
    const read = () => {
      if (document.visibilityState === 'hidden') return;
      // A full device can't keep the mark: then it stays unread.
      for (const id of ids) notificationCommands.markNotificationRead(id).catch(() => undefined);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [unread, chatId, notificationCommands]);
}

/** The newest message is in sight at first, and later for whoever wrote it or stood near it. */
export function useScrollToNewest({ messages, unsent }: ChatDocument): void {
  const count = messages.length + unsent.length;
  const isNear = useRef(true);
  const knownOwn = useRef<string>(undefined);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      isNear.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  const newestOwn = unsent.at(-1)?.uuid;
  useEffect(() => {
    const isOwn = newestOwn !== undefined && newestOwn !== knownOwn.current;
    knownOwn.current = newestOwn;
    if (!isNear.current && !isOwn) return undefined;
    // After the router has put the page to where a screen begins.
    const frame = requestAnimationFrame(() =>
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [count, newestOwn]);
}
