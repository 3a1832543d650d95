import type { ChatDocument, ChatOpening, ChatReply, UnsentMessage } from '#schemas/chat.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A chat with what says that it is a tombstone. */
export type ChatRow = ChatDocument & { readonly deleted: boolean };

export type ChatRequest = WireRequest<'openSupportChat'> | WireRequest<'writeToSupport'>;

/**
 * Its messages one after the other, the first of them with the chat itself where the server does not
 * have that. A refused one holds no other back, but for that first.
 */
export const chatWire: WireFormat<ChatRow, ChatRequest> = {
  nextRequest(row) {
    const { uuid, deleted, state, opening, unsent } = row;
    if (deleted || state !== 'waiting') return null;
    const message = unsent.find(({ refusal }) => refusal === null);
    if (!message) return null;
    if (opening !== null) {
      const body = openingOf({ ...row, opening }, message);
      return { call: 'openSupportChat', edit: message.uuid, body };
    }
    const body: ChatReply = { uuid: message.uuid, message: message.message };
    return { call: 'writeToSupport', edit: message.uuid, params: { id: uuid }, body };
  },
  afterRequest(row, isTaken) {
    // Without the chat there is no place for what stands behind.
    if (!isTaken && row.opening !== null) return null;
    const at = row.unsent.findIndex(({ refusal }) => refusal === null);
    return { ...row, opening: null, unsent: row.unsent.toSpliced(at, 1) };
  },
};

/** The opening of a chat as the contract wants it. */
function openingOf(
  { uuid, title, opening }: ChatRow & { readonly opening: NonNullable<ChatRow['opening']> },
  first: UnsentMessage,
): ChatOpening {
  return { uuid, message_uuid: first.uuid, title, body: first.message, info: opening };
}
