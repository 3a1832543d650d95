import { supportCalls } from '#schemas/api/support-calls.ts';
import { chatFromWire } from '#schemas/from-wire.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import { type ChatEvent, nextChat } from './machine.ts';
import type { ChatRequest } from './chat-row.ts';

/** Sync of support chats. */
export const chatSync: EntitySync<'chats', ChatRequest, ChatEvent> = {
  next: nextChat,
  listCall: supportCalls.listSupportChats,
  async send(request, sender) {
    if (request.call === 'createSupportMessage')
      return { type: 'accepted', message: await sender.send(request) };
    const chat = await sender.send(request);
    return { type: 'opened', chat: { ...chatFromWire(chat), deleted: chat.deleted } };
  },
};
