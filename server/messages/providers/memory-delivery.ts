import { type CodeMessage, type Delivery, type Envelope, type Message } from './delivery.ts';

/** When a message was kept, in milliseconds since 1970. */
interface At {
  readonly at: number;
}

/** A code's message that was kept for whoever develops. */
export type RecordedCode = CodeMessage & At;
/** Any message that was kept. */
export type RecordedMessage = Message & At & Envelope;

/** How many messages are kept. */
const KEPT = 50;

/** A delivery that sends nothing and remembers the latest messages. For development and tests only. */
export interface MemoryDelivery extends Delivery {
  /** Those of codes, the latest first. */
  readonly codes: () => readonly RecordedCode[];
  /** All of them, the latest first. */
  readonly messages: () => readonly RecordedMessage[];
}

/**
 * @param now the time, in milliseconds since 1970
 * @param announce is told of each message, for instance to print it
 */
export function memoryDelivery(
  now: () => number,
  announce: (message: Message) => void = () => undefined,
): MemoryDelivery {
  const codes: RecordedCode[] = [];
  const messages: RecordedMessage[] = [];
  return {
    codes: () => codes,
    messages: () => messages,
    send: (message, envelope) => {
      const at = now();
      keep(messages, { ...message, ...envelope, at });
      if (isCode(message)) keep(codes, { ...message, at });
      announce(message);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

function keep<T>(kept: T[], one: T): void {
  kept.unshift(one);
  kept.length = Math.min(kept.length, KEPT);
}

export function isCode(message: Message): message is CodeMessage {
  return !('template' in message);
}
