import {
  type ChatDocument,
  type ChatMessage,
  MAX_MESSAGES,
  type UnsentMessage,
} from '#schemas/chat.ts';

/** A message as the screen shows it. */
export interface ShownMessage {
  readonly uuid: string;
  readonly sender: ChatMessage['sender'];
  readonly message: string;
  readonly created_at: string;
  /** Null when the server has it. */
  readonly unsent: UnsentMessage | null;
  /** The server had it, and lost it (F43): support does not know of it any more. */
  readonly isLost: boolean;
}

/** All messages of a chat, what is unsent behind what the server has. Pure. */
export function shownMessages({
  messages,
  unsent,
  lost_messages,
}: Pick<ChatDocument, 'messages' | 'unsent' | 'lost_messages'>) {
  const lost = new Set(lost_messages);
  return [
    ...messages.map((one): ShownMessage => ({
      ...one,
      unsent: null,
      isLost: lost.has(one.uuid),
    })),
    ...unsent.map((one): ShownMessage => ({
      uuid: one.uuid,
      sender: 'installer',
      message: one.message,
      created_at: new Date(one.time).toISOString(),
      unsent: one,
      isLost: false,
    })),
  ];
}

/** Whether a chat takes no more messages (spec 2 §9). */
export function isFull({ messages, unsent }: Pick<ChatDocument, 'messages' | 'unsent'>): boolean {
  return messages.length + unsent.length >= MAX_MESSAGES;
}
