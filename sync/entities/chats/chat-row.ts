import type { ChatDocument, ChatCreate, ChatReply, UnsentMessage } from '#schemas/chat.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A chat with its tombstone flag. */
export type ChatRow = ChatDocument & { readonly deleted: boolean };

export type ChatRequest = WireRequest<'createSupportChat'> | WireRequest<'createSupportMessage'>;

/**
 * Sends messages one by one. The first one opens the chat if the server doesn't have it. A rejected message doesn't
 * block the others, unless it would have opened the chat.
 */
export const chatWire: WireFormat<ChatRow, ChatRequest> = {
  nextRequest(row) {
    const { uuid, deleted, state, opening, unsent } = row;
    if (deleted || state !== 'waiting') return null;
    const message = unsent.find(({ refusal }) => refusal === null);
    if (!message) return null;
    if (opening !== null) {
      const body = toChatCreate({ ...row, opening }, message);
      return { call: 'createSupportChat', edit: message.uuid, body };
    }
    const body: ChatReply = { uuid: message.uuid, message: message.message };
    return { call: 'createSupportMessage', edit: message.uuid, params: { id: uuid }, body };
  },
  afterRequest(row, isAccepted) {
    // Without the chat, later messages can't be sent.
    if (!isAccepted && row.opening !== null) return null;
    const index = row.unsent.findIndex(({ refusal }) => refusal === null);
    return { ...row, opening: null, unsent: row.unsent.toSpliced(index, 1) };
  },
};

/** Builds the request body that opens a chat. */
function toChatCreate(
  { uuid, title, opening }: ChatRow & { readonly opening: NonNullable<ChatRow['opening']> },
  firstMessage: UnsentMessage,
): ChatCreate {
  return {
    uuid,
    message_uuid: firstMessage.uuid,
    title,
    body: firstMessage.message,
    info: opening,
  };
}
