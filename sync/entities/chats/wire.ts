import type { ChatDocument, ChatOpening, ChatReply, UnsentMessage } from '#schemas/chat.ts';

/*
 * Apart from the verdicts, and without any schema: the service worker sends messages too, and stays small.
 */

/** A chat that the server does not have, and its first message. */
export type UnopenedChat = Pick<ChatDocument, 'uuid' | 'title'> & {
  readonly opening: NonNullable<ChatDocument['opening']>;
};

/** The opening of a chat as the contract wants it. */
export function openingOf(
  { uuid, title, opening }: UnopenedChat,
  first: UnsentMessage,
): ChatOpening {
  return { uuid, message_uuid: first.uuid, title, body: first.message, info: opening };
}

/** A message as the contract wants it. */
export function replyOf({ uuid, message }: UnsentMessage): ChatReply {
  return { uuid, message };
}
