import type { ClubDatabase } from '../../store/database.ts';
import { type Join, joining, type RowOf, storedRows } from '../../store/rows.ts';
import type { ChatPushOptions } from './push.ts';
import type { ChatDocument } from '#schemas/chat.ts';

/**
 * How chats are joined and sent. Few people have any, so its code comes with the first of them.
 * What can't be loaded is tried again as a request is.
 */
export function lateChats(
  options: Omit<ChatPushOptions, 'latest'> & { readonly database: ClubDatabase },
): {
  readonly join: Join<ChatDocument>;
  readonly push: (rows: readonly RowOf<ChatDocument>[]) => Promise<RowOf<ChatDocument>[]>;
} {
  const { chats } = options.database.collections;
  const load = () => import('./push.ts');
  let push: ReturnType<Awaited<ReturnType<typeof load>>['createChatPush']> | null = null;
  return {
    join: async (pulled) =>
      pulled.length === 0 ? [] : joining(chats, (await load()).joinPulledChat)(pulled),
    push: async (rows) => {
      const { createChatPush } = await options.retry.run('code', load, { isLocal: true });
      push ??= createChatPush({ ...options, latest: (ids) => storedRows(chats, ids) });
      return push(rows);
    },
  };
}
