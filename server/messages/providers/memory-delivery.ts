import { type CodeMessage, type Delivery, type Envelope, type Message } from './delivery.ts';

/** Time of capture, in milliseconds since 1970. */
interface CaptureTime {
  readonly at: number;
}

/** A captured message about codes or signing in. */
export type CapturedCode = CodeMessage & CaptureTime;
/** Any captured message. */
export type CapturedMessage = Message & CaptureTime & Envelope;

/** Number of captured messages to keep. */
const MAX_CAPTURED = 50;

/** Captures the latest messages instead of sending them. For development and tests only. */
export interface MemoryDelivery extends Delivery {
  /** Messages about codes or signing in, newest first. */
  readonly codes: () => readonly CapturedCode[];
  /** All messages, newest first. */
  readonly messages: () => readonly CapturedMessage[];
}

/**
 * @param now current time, in milliseconds since 1970
 * @param announce called with each message, for example to print it
 */
export function createMemoryDelivery(
  now: () => number,
  announce: (message: Message) => void = () => undefined,
): MemoryDelivery {
  const codes: CapturedCode[] = [];
  const messages: CapturedMessage[] = [];
  return {
    codes: () => codes,
    messages: () => messages,
    send: (message, envelope) => {
      const at = now();
      capture(messages, { ...message, ...envelope, at });
      if (isCode(message)) capture(codes, { ...message, at });
      announce(message);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

function capture<T>(list: T[], item: T): void {
  list.unshift(item);
  list.length = Math.min(list.length, MAX_CAPTURED);
}

export function isCode(message: Message): message is CodeMessage {
  return !('template' in message);
}
