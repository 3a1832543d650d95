import {
  type ChatDocument,
  type ChatMessage,
  MAX_CHAT_MESSAGES,
  type UnsentMessage,
} from '#schemas/chat.ts';

/** A message for display. */
export interface DisplayedMessage {
  readonly uuid: string;
  readonly sender: ChatMessage['sender'];
  readonly message: string;
  readonly created_at: string;
  /** Null once the server has the message. */
  readonly unsent: UnsentMessage | null;
  /** True if the server lost the message when a backup was restored, so support can't see it. */
  readonly isLost: boolean;
}

/** Returns all messages of a chat, unsent ones last. */
export function displayedMessages({
  messages,
  unsent,
  lost_messages,
}: Pick<ChatDocument, 'messages' | 'unsent' | 'lost_messages'>) {
  const lostIds = new Set(lost_messages);
  return [
    ...messages.map((message): DisplayedMessage => ({
      ...message,
      unsent: null,
      isLost: lostIds.has(message.uuid),
    })),
    ...unsent.map((message): DisplayedMessage => ({
      uuid: message.uuid,
      sender: 'installer',
      message: message.message,
      created_at: new Date(message.time).toISOString(),
      unsent: message,
      isLost: false,
    })),
  ];
}

/** Returns true if the chat accepts no more messages (spec 2 §9). */
export function isFull({ messages, unsent }: Pick<ChatDocument, 'messages' | 'unsent'>): boolean {
  return messages.length + unsent.length >= MAX_CHAT_MESSAGES;
}
