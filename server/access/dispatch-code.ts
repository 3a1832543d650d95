import { type Services } from '../services.ts';
import { type CodeMessage, type Letter } from './delivery.ts';

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
  keepTrying(turn?.then(send) ?? send(), send, (failure) => {
    services.logger.error({ channel: message.channel, failure }, 'a code could not be sent');
  });
}

/** The same for a letter, which is written once the asker has their answer. */
export function dispatchLetter(services: Services, write: () => Promise<Letter>): void {
  const send = async () => services.delivery.sendLetter(await write());
  keepTrying(nextTurn().then(send), send, (failure) => {
    services.logger.error({ failure }, 'a letter could not be sent');
  });
}

/** Tries it once more where it fails, and then tells of it. */
function keepTrying(
  first: Promise<void>,
  again: () => Promise<void>,
  tell: (failure: string) => void,
): void {
  const sending = first
    .catch(again)
    .catch((error: unknown) => {
      tell(failureName(error));
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
