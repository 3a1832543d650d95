import type { ChatDeviceInfo } from '#schemas/chat.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { change, insert } from '../../store/documents.ts';
import { deleteLocal } from '../../store/local-documents.ts';
import { toSyncError, SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { type ChatEvent, newChat, nextChat } from './machine.ts';

/** Text that the user is still writing. The title is only used for a new chat. */
export interface ChatDraft {
  readonly title: string;
  readonly text: string;
}

/** A new chat; the form has validated it with `chatTitle` and `chatText`. */
interface NewChat {
  readonly title: string;
  readonly body: string;
  readonly info: ChatDeviceInfo;
}

/**
 * Edits of support chats. All of them work offline, and resolve after the change is committed on this device (F24).
 * They throw SyncError: `chat_not_found`, and store errors.
 */
export interface ChatCommands {
  /** @returns the chat's id; messages can be added immediately */
  openChat(chat: NewChat): Promise<string>;
  writeMessage(chatId: string, text: string): Promise<void>;
  /** Replaces a rejected message, and the title if the server doesn't have the chat yet. */
  editMessage(
    chatId: string,
    messageId: string,
    newTexts: { text: string; title?: string },
  ): Promise<void>;
  /** Resends a rejected message unchanged, or all rejected messages if no id is given. */
  retryMessage(chatId: string, messageId?: string): Promise<void>;
  /**
   * Discards a rejected message, or all rejected messages if no id is given. If the server doesn't have the chat, the
   * chat is deleted with its last message.
   */
  discardMessage(chatId: string, messageId?: string): Promise<void>;
  /**
   * Discards pending messages, but not rejected ones. A message that the server has already received comes back with
   * the next pull.
   */
  withdrawMessages(chatId: string): Promise<void>;
  /** Loads the draft of an existing chat, by its id, or of a new chat, by a name. Returns null if there is none. */
  loadDraft(slot: string): Promise<ChatDraft | null>;
  /** Saves a draft across restarts; null or an empty draft deletes it. */
  saveDraft(slot: string, draft: ChatDraft | null): Promise<void>;
}

type Ports = Pick<CommandPorts, 'database' | 'clock' | 'newId'>;

export function createChatCommands(ports: Ports): ChatCommands {
  const { clock, newId } = ports;
  const { chats } = ports.database.collections;
  const applyEvent = async (id: string, event: ChatEvent) => {
    await change(chats, id, (chat) => nextChat(chat, event), new SyncError('chat_not_found'));
  };
  const createMessage = (text: string) => ({
    uuid: newId(),
    message: cleanTypedLines(text),
    time: clock(),
    refusal: null,
  });

  return {
    async openChat({ title, body, info }) {
      const uuid = newId();
      const created_at = new Date(clock()).toISOString();
      const fields = {
        uuid,
        op_id: newId(),
        title: normaliseLine(title),
        created_at,
        opening: info,
      };
      await insert(chats, newChat({ ...fields, unsent: [createMessage(body)] }));
      return uuid;
    },

    writeMessage: (chatId, text) =>
      applyEvent(chatId, { type: 'written', message: createMessage(text) }),

    editMessage: (chatId, messageId, { text, title }) =>
      applyEvent(chatId, {
        type: 'edited',
        messageId,
        message: createMessage(text),
        title: title === undefined ? null : normaliseLine(title),
      }),

    retryMessage: (chatId, messageId) =>
      applyEvent(chatId, { type: 'retried', messageId: messageId ?? null }),

    discardMessage: (chatId, messageId) =>
      applyEvent(chatId, {
        type: 'discarded',
        shouldKeep: ({ uuid, refusal }) =>
          refusal === null || (messageId !== undefined && uuid !== messageId),
      }),

    withdrawMessages: (chatId) =>
      applyEvent(chatId, { type: 'discarded', shouldKeep: ({ refusal }) => refusal !== null }),

    ...draftCommands(ports),
  };
}

function draftCommands({ database }: Ports): Pick<ChatCommands, 'loadDraft' | 'saveDraft'> {
  const keyOf = (slot: string) => `chat-draft ${slot}`;
  return {
    async loadDraft(slot) {
      const savedDraft = await database.getLocal<{ draft: ChatDraft }>(keyOf(slot));
      return (savedDraft?.toJSON().data.draft ?? null) as ChatDraft | null;
    },

    async saveDraft(slot, draft) {
      if (draft === null || (draft.title === '' && draft.text === '')) {
        await deleteLocal(database, keyOf(slot));
        return;
      }
      await database
        .upsertLocal(keyOf(slot), { draft: { ...draft } })
        .catch((error: unknown) => Promise.reject(toSyncError(error)));
    },
  };
}
