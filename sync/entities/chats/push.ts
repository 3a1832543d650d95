import { chatErrors, supportCalls } from '#schemas/api/support-calls.ts';
import type { UnsentMessage } from '#schemas/chat.ts';
import { chatFromWire } from '#schemas/from-wire.ts';
import { CallError, refusalOf } from '../../http/call-error.ts';
import { openingOf, replyOf } from './wire.ts';
import { type ChatRow, joinMessages, joinPulledChat, messageRefused, settled } from './machine.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import { createPoisonWatch } from '../../retry/poison.ts';
import type { SyncLog } from '../../status/sync-log.ts';
import type { Transport } from '../../http/transport.ts';

export { joinPulledChat } from './machine.ts';

/** The server's last words on a message; anything else is tried again. */
const FINAL: ReadonlySet<string> = new Set([
  ...chatErrors,
  'invalid_input',
  'forbidden',
  'payload_too_large',
  'unknown_shape',
]);

export interface ChatPushOptions {
  readonly userId: string;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly latest: (ids: readonly string[]) => Promise<ReadonlyMap<string, ChatRow>>;
}

/**
 * Opens chats and sends messages in their order, until the server has judged each. One that is refused
 * holds no other back, but for the first of a chat that the server does not have.
 * @returns the chats as the verdicts left them
 */
export function createChatPush(options: ChatPushOptions) {
  const { userId, transport, retry, log } = options;
  const poison = createPoisonWatch();

  /** Sends one message; what was sent before it is in `row` already. */
  const sendOne = async (
    row: ChatRow,
    message: UnsentMessage,
    signal: AbortSignal,
  ): Promise<ChatRow> => {
    const asking = { signal, userId };
    const { opening } = row;
    try {
      if (opening !== null) {
        const body = openingOf({ ...row, opening }, message);
        const opened = await transport.call(supportCalls.openSupportChat, { body }, asking);
        return joinPulledChat(row, { ...chatFromWire(opened), deleted: opened.deleted });
      }
      const input = { params: { id: row.uuid }, body: replyOf(message) };
      const written = await transport.call(supportCalls.writeToSupport, input, asking);
      return settled({ ...row, messages: joinMessages(row.messages, [written]) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isPoison =
        error.code === 'internal' && poison.stumbled(message.uuid, retry.state().successes);
      if (!FINAL.has(error.code) && !isPoison) throw error;
      log.add('chat_refused', { code: error.code });
      return messageRefused(row, message.uuid, refusalOf(error));
    }
  };

  const send = async (row: ChatRow, signal: AbortSignal): Promise<ChatRow[]> => {
    const current = (await options.latest([row.uuid])).get(row.uuid);
    const wanted = new Set(current?.unsent.map(({ uuid }) => uuid));
    // Taken back or mended since: what follows from that is sent next.
    if (!row.unsent.every(({ uuid }) => wanted.has(uuid))) return [];
    let now = row;
    for (const message of row.unsent) {
      if (message.refusal !== null || now.state !== 'waiting') continue;
      now = await sendOne(now, message, signal);
    }
    return [now];
  };

  return async (pushed: readonly ChatRow[]): Promise<ChatRow[]> => {
    const waiting = pushed.filter((row) => !row.deleted && row.state === 'waiting');
    // A lane for each: one that is stuck holds no other.
    const answered = await Promise.all(
      waiting.map((row) => retry.run(`chat ${row.uuid}`, (signal) => send(row, signal))),
    );
    return answered.flat();
  };
}
