import { type Services } from '../services.ts';
import { type CodeMessage } from './delivery.ts';

/** Messages that are on their way; a graceful stop waits for them. */
const underway = new Set<Promise<void>>();

/**
 * Hands a message to the delivery without keeping the asker waiting, so that the time of an answer tells
 * nothing. A failure is tried once more, then logged without the recipient: the person asks again.
 */
export function dispatchCode(services: Services, message: CodeMessage): void {
  // Where strangers are answered like everybody, writing the message may not cost the answer any time.
  const turn = services.environment.hideUnknownInstallers ? nextTurn() : undefined;
  const send = () => services.delivery.send(message);
  const sending = (turn?.then(send) ?? send())
    .catch(send)
    .catch((error: unknown) => {
      services.logger.error(
        { channel: message.channel, failure: failureName(error) },
        'a code could not be sent',
      );
    })
    .finally(() => underway.delete(sending));
  underway.add(sending);
}

/** Resolves once what is ready to run now has run, such as an answer. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Resolves when every message has left or failed. */
export async function codesDispatched(): Promise<void> {
  while (underway.size > 0) await Promise.all(underway);
}

/** Mail servers repeat the recipient in their messages; only the kind of failure may be logged. */
function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
