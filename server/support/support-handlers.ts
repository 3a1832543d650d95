import { randomUUID } from 'node:crypto';
import { MAX_CHAT_MESSAGES } from '#schemas/chat.ts';
import { paginate } from '../db/bounded-list.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { chatFromRow, findOwnChat, selectOwnChats } from './chat-row.ts';
import { openChat, sendMessage } from './send-message.ts';

/** Default page size (spec 2 §9: 20 chats). */
const LIST_LIMIT = 20;

export const supportHandlers = {
  async listSupportChats({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, installer_uuid } = query;
    if (installer_uuid !== undefined && installer_uuid.toLowerCase() !== actor.userId) {
      throw new ApiFailure('not_found');
    }
    const chats = selectOwnChats(services.db, actor);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(chats, { since, limit }, counter, chatFromRow);
    }
    return newestFirstPage(
      services.db,
      chats.where('deleted', '=', false),
      { page, limit },
      chatFromRow,
    );
  },

  async getSupportChat({ params, actor }, { db }) {
    return chatFromRow(await findOwnChat(db, actor, params.id));
  },

  async listSupportMessages({ params, query, actor }, { db }) {
    const { messages } = await findOwnChat(db, actor, params.id);
    const { page = 1, limit = MAX_CHAT_MESSAGES } = query;
    const newestMessages = paginate(messages.toReversed(), { page, limit });
    return { ...newestMessages, data: newestMessages.data.toReversed() };
  },

  createSupportChat({ body, actor }, services) {
    const { uuid = randomUUID(), message_uuid = randomUUID() } = body;
    return openChat({ ...body, uuid, message_uuid }, actor, services);
  },

  createSupportMessage({ params, body, actor }, services) {
    const { uuid = randomUUID() } = body;
    return sendMessage(params.id, { ...body, uuid }, actor, services);
  },
} satisfies Partial<Handlers>;
