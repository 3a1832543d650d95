import type { ChatInfo } from '#schemas/chat.ts';
import { typedLines } from '#schemas/typed-lines.ts';
import { singleLine } from '#schemas/single-line.ts';
import { change, insert } from '../../store/documents.ts';
import { deleteLocal } from '../../store/local-documents.ts';
import { toSyncError, SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { type ChatEvent, newChat, nextChat } from './machine.ts';

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
  editMessage(
    chatId: string,
    messageId: string,
    mended: { text: string; title?: string },
  ): Promise<void>;
  /** After a refusal: sends a message once more as it is; without its id all of the chat's. */
  retryMessage(chatId: string, messageId?: string): Promise<void>;
  /**
   * After a refusal: gives a message up; without its id all of the chat's. A chat that was never opened
   * goes with its last one.
   */
  discardMessage(chatId: string, messageId?: string): Promise<void>;
  /** Gives up what waits; what the server has received by then comes back. */
  withdrawMessages(chatId: string): Promise<void>;
  /** What was being written in a place: in a chat by its id, in a new one by a name. Null for nothing. */
  loadDraft(place: string): Promise<ChatDraft | null>;
  /** Survives closing the app; null, or nothing in it, forgets it. */
  saveDraft(place: string, draft: ChatDraft | null): Promise<void>;
}

type Ports = Pick<CommandPorts, 'database' | 'clock' | 'newId'>;

export function createChatCommands(ports: Ports): ChatCommands {
  const { clock, newId } = ports;
  const { chats } = ports.database.collections;
  const send = async (id: string, event: ChatEvent) => {
    await change(chats, id, (chat) => nextChat(chat, event), new SyncError('chat_not_found'));
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
      const created_at = new Date(clock()).toISOString();
      const begun = { uuid, op_id: newId(), title: singleLine(title), created_at, opening: info };
      await insert(chats, newChat({ ...begun, unsent: [messageOf(body)] }));
      return uuid;
    },

    writeMessage: (chatId, text) => send(chatId, { type: 'written', message: messageOf(text) }),

    editMessage: (chatId, messageId, { text, title }) =>
      send(chatId, {
        type: 'mended',
        messageId,
        message: messageOf(text),
        title: title === undefined ? null : singleLine(title),
      }),

    retryMessage: (chatId, messageId) =>
      send(chatId, { type: 'retried', messageId: messageId ?? null }),

    discardMessage: (chatId, messageId) =>
      send(chatId, {
        type: 'discarded',
        keeps: ({ uuid, refusal }) =>
          refusal === null || (messageId !== undefined && uuid !== messageId),
      }),

    withdrawMessages: (chatId) =>
      send(chatId, { type: 'discarded', keeps: ({ refusal }) => refusal !== null }),

    ...draftCommands(ports),
  };
}

function draftCommands({ database }: Ports): Pick<ChatCommands, 'loadDraft' | 'saveDraft'> {
  const keyOf = (place: string) => `chat-draft ${place}`;
  return {
    async loadDraft(place) {
      const kept = await database.getLocal<{ draft: ChatDraft }>(keyOf(place));
      return (kept?.toJSON().data.draft ?? null) as ChatDraft | null;
    },

    async saveDraft(place, draft) {
      if (draft === null || (draft.title === '' && draft.text === '')) {
        await deleteLocal(database, keyOf(place));
        return;
      }
      await database
        .upsertLocal(keyOf(place), { draft: { ...draft } })
        .catch((error: unknown) => Promise.reject(toSyncError(error)));
    },
  };
}
