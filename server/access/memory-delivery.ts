import { type CodeMessage, type Delivery, type Letter } from './delivery.ts';

/** A message that was kept for whoever develops. */
export type KeptCode = CodeMessage & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** How many messages are kept. */
const KEPT = 50;

/** A delivery that sends nothing and remembers the latest codes. For development and tests only. */
export interface MemoryDelivery extends Delivery {
  /** The latest first. */
  readonly codes: () => readonly KeptCode[];
  readonly letters: () => readonly Letter[];
}

/**
 * @param now the time, in milliseconds since 1970
 * @param announce is told of each message, for instance to print it
 */
export function memoryDelivery(
  now: () => number,
  announce: (message: CodeMessage) => void = () => undefined,
): MemoryDelivery {
  const kept: KeptCode[] = [];
  const letters: Letter[] = [];
  return {
    codes: () => kept,
    letters: () => letters,
    send: (message) => {
      kept.unshift({ ...message, at: now() });
      kept.length = Math.min(kept.length, KEPT);
      announce(message);
      return Promise.resolve();
    },
    sendLetter: (letter) => {
      letters.unshift(letter);
      letters.length = Math.min(letters.length, KEPT);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
