import * as v from 'valibot';
import { defineCall, idParams, listEntries, listResult } from './call.ts';
import { chat, chatMessage, chatCreate, chatReply, MAX_CHAT_MESSAGES } from '../chat.ts';
import { uuid } from '../primitives.ts';

/** Reasons for rejecting a message. `conflict`: the id belongs to a different message. */
const chatErrors = ['not_found', 'conflict', 'key_reused', 'chat_full'] as const;

/** A user's chats with support (spec 2 §7). */
export const supportCalls = {
  listSupportChats: defineCall({
    id: 'listSupportChats',
    method: 'GET',
    path: '/v1/support',
    summary: 'List your chats, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object({
      ...listEntries,
      /** Must be the user's own id. */
      installer_uuid: v.optional(uuid),
    }),
    result: listResult(chat),
    errors: ['checkpoint_stale'],
  }),
  getSupportChat: defineCall({
    id: 'getSupportChat',
    method: 'GET',
    path: '/v1/support/{id}',
    summary: 'Get a chat with its messages.',
    params: idParams,
    result: chat,
  }),
  listSupportMessages: defineCall({
    id: 'listSupportMessages',
    method: 'GET',
    path: '/v1/support/{id}/message',
    summary:
      'List a chat’s messages, a page at a time from the newest. Within a page, the oldest comes first.',
    params: idParams,
    query: v.object({
      page: listEntries.page,
      limit: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CHAT_MESSAGES)),
      ),
    }),
    result: listResult(chatMessage),
  }),
  createSupportChat: defineCall({
    id: 'createSupportChat',
    method: 'POST',
    path: '/v1/support',
    summary: 'Create a chat with its first message. Idempotent.',
    body: v.partial(chatCreate, ['uuid', 'message_uuid']),
    status: 201,
    result: chat,
    errors: chatErrors,
  }),
  createSupportMessage: defineCall({
    id: 'createSupportMessage',
    method: 'POST',
    path: '/v1/support/{id}/message',
    summary: 'Add a message to a chat. Idempotent.',
    params: idParams,
    body: v.partial(chatReply, ['uuid']),
    status: 201,
    result: chatMessage,
    errors: chatErrors,
  }),
};
