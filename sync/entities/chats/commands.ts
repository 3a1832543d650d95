import {
  type ChatDocument,
  type ChatInfo,
  chatOrder,
  chatStatuses,
  type UnsentMessage,
} from '#schemas/chat.ts';
import { typedLines } from '#schemas/typed-lines.ts';
import { settled, stateOf } from './machine.ts';
import type { CommandPorts } from '../scans/commands.ts';
import { storeFailure, SyncError } from '../../store/sync-error.ts';

/** What a person is writing: a message, and of a new chat its title. */
export interface ChatDraft {
  readonly title: string;
  readonly text: string;
}

/** What a person writes; the form has judged it by `chatTitle` and `chatText`. */
export interface NewChat {
  readonly title: string;
  readonly body: string;
  readonly info: ChatInfo;
}

/**
 * The edits of support chats; all of them work without a network. Each resolves after the local commit
 * (F24). They throw SyncError: `chat_not_found`, and those of the store.
 */
export interface ChatCommands {
  /** @returns the chat's id; it can be written into at once */
  openChat(chat: NewChat): Promise<string>;
  writeMessage(chatId: string, text: string): Promise<void>;
  /** Another text, and of a chat that is not open another title, for a message that was refused. */
  mendMessage(
    chatId: string,
    messageId: string,
    mended: { text: string; title?: string },
  ): Promise<void>;
  /** After a refusal: sends a message once more as it is; without its id all of the chat's. */
  tryMessageAgain(chatId: string, messageId?: string): Promise<void>;
  /**
   * After a refusal: gives a message up; without its id all of the chat's. A chat that was never opened
   * goes with its last one.
   */
  discardMessage(chatId: string, messageId?: string): Promise<void>;
  /** Gives up what waits; what the server has received by then comes back. */
  withdrawMessages(chatId: string): Promise<void>;
  /** What was being written in a place: in a chat by its id, in a new one by a name. Null for nothing. */
  recallDraft(place: string): Promise<ChatDraft | null>;
  /** Survives closing the app; null, or nothing in it, forgets it. */
  keepDraft(place: string, draft: ChatDraft | null): Promise<void>;
}

export function createChatCommands(
  ports: Pick<CommandPorts, 'database' | 'clock' | 'newId'>,
): ChatCommands {
  const { clock, newId } = ports;
  const { database } = ports;
  const { chats } = database.collections;

  const find = async (id: string) => {
    const found = await chats.findOne(id).exec();
    if (!found) throw new SyncError('chat_not_found');
    return found;
  };
  const write = async (id: string, make: (chat: ChatDocument) => ChatDocument) => {
    const found = await find(id);
    await found
      .incrementalModify((chat) => settled(make(chat)))
      .catch((error: unknown) => {
        throw storeFailure(error);
      });
  };
  /** A chat that the server does not have goes with the last of its messages. */
  const keepOnly = async (id: string, isKept: (message: UnsentMessage) => boolean) => {
    const found = await find(id);
    const { opening, unsent } = found.toMutableJSON();
    if (opening === null || unsent.some(isKept)) {
      await write(id, (chat) => ({ ...chat, unsent: chat.unsent.filter(isKept) }));
      return;
    }
    await found.incrementalRemove().catch((error: unknown) => {
      throw storeFailure(error);
    });
  };
  const messageOf = (text: string) => ({
    uuid: newId(),
    message: typedLines(text),
    time: clock(),
    refusal: null,
  });

  return {
    async openChat({ title, body, info }) {
      const uuid = newId();
      const unsent = [messageOf(body)];
      const created_at = new Date(clock()).toISOString();
      const chat = {
        uuid,
        created_at,
        updated_at: created_at,
        messages: [],
        unsent,
        opening: info,
      };
      const more = { op_id: newId(), title: title.trim(), status: chatStatuses.withSupport };
      await chats
        .insert({ ...chat, ...more, state: stateOf(chat), newest_first: chatOrder(chat) })
        .catch((error: unknown) => {
          throw storeFailure(error);
        });
      return uuid;
    },

    writeMessage: (chatId, text) => {
      const message = messageOf(text);
      return write(chatId, (chat) => ({ ...chat, unsent: [...chat.unsent, message] }));
    },

    mendMessage: (chatId, messageId, { text, title }) => {
      const mended = messageOf(text);
      return write(chatId, (chat) => ({
        ...chat,
        title: chat.opening !== null && title !== undefined ? title.trim() : chat.title,
        unsent: chat.unsent.map((one) =>
          one.uuid === messageId && one.refusal !== null ? mended : one,
        ),
      }));
    },

    tryMessageAgain: (chatId, messageId) =>
      write(chatId, (chat) => ({
        ...chat,
        unsent: chat.unsent.map((one) =>
          messageId === undefined || one.uuid === messageId ? { ...one, refusal: null } : one,
        ),
      })),

    discardMessage: (chatId, messageId) =>
      keepOnly(
        chatId,
        ({ uuid, refusal }) => refusal === null || (messageId !== undefined && uuid !== messageId),
      ),

    withdrawMessages: (chatId) => keepOnly(chatId, ({ refusal }) => refusal !== null),

    async recallDraft(place) {
      const kept = await database.getLocal<{ draft: ChatDraft }>(draftKey(place));
      return (kept?.toJSON().data.draft ?? null) as ChatDraft | null;
    },

    async keepDraft(place, draft) {
      const isEmpty = draft === null || (draft.title === '' && draft.text === '');
      const write = async () => {
        if (!isEmpty) await database.upsertLocal(draftKey(place), { draft: { ...draft } });
        else await (await database.getLocal(draftKey(place)))?.remove();
      };
      await write().catch((error: unknown) => {
        throw storeFailure(error);
      });
    },
  };
}

function draftKey(place: string): string {
  return `chat-draft ${place}`;
}
