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
  itemSchema: unsentChat,
  dropUnreadable: (item) => dropUnreadableEdits(item, 'unsent', unsentMessage),
  pick({ deleted, uuid, title, created_at, opening, unsent }) {
    return deleted || unsent.length === 0 ? null : { uuid, title, created_at, opening, unsent };
  },
  async importItem(item, { collections: { chats } }) {
    const existingChat = await findRow(chats, item.uuid);
    if (!existingChat) {
      if (item.opening === null) return 'missing';
      await insert(chats, newChat({ ...item, op_id: item.uuid }));
      return 'added';
    }
    const localIds = new Set(
      [...existingChat.messages, ...existingChat.unsent].map(({ uuid }) => uuid),
    );
    if (item.unsent.every(({ uuid }) => localIds.has(uuid))) return 'known';
    const event = { type: 'imported', messages: item.unsent } as const;
    await changeMany(chats, [item.uuid], (chat) => nextChat(chat, event));
    return 'added';
  },
};
