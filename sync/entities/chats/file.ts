import { type ChatDocument, unsentMessage } from '#schemas/chat.ts';
import type { FileSection } from '../../outbox/file-section.ts';
import { dropUnreadableEdits } from '#sync/outbox/drop-unreadable-edits.ts';
import { unsentChat, type UnsentChat } from '../../outbox/unsent-file.ts';
import { changeMany, insert, findRow } from '../../store/documents.ts';
import { newChat, nextChat } from './machine.ts';

/** Unsent messages of a chat; the whole chat if the server doesn't have it. */
export const chatFile: FileSection<ChatDocument, UnsentChat> = {
  name: 'chats',
  kind: 'chat',
  isCounted: () => true,
  item: unsentChat,
  readable: (item) => dropUnreadableEdits(item, 'unsent', unsentMessage),
  pick({ deleted, uuid, title, created_at, opening, unsent }) {
    return deleted || unsent.length === 0 ? null : { uuid, title, created_at, opening, unsent };
  },
  async put(sent, { collections: { chats } }) {
    const existing = await findRow(chats, sent.uuid);
    if (!existing) {
      if (sent.opening === null) return 'missing';
      await insert(chats, newChat({ ...sent, op_id: sent.uuid }));
      return 'added';
    }
    const localIds = new Set([...existing.messages, ...existing.unsent].map(({ uuid }) => uuid));
    if (sent.unsent.every(({ uuid }) => localIds.has(uuid))) return 'known';
    const imported = { type: 'imported', messages: sent.unsent } as const;
    await changeMany(chats, [sent.uuid], (now) => nextChat(now, imported));
    return 'added';
  },
};
