import type { ChatDeviceInfo } from '#schemas/chat.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { change, findRow, insert } from '../../store/documents.ts';
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
  /** Name of the draft that is sent; if omitted, no draft is deleted. */
  readonly draftSlot?: string;
}

/** A stored draft. */
interface StoredDraft {
  readonly draft: ChatDraft;
  /** The message that is being sent with the draft's text. Once the chat contains it, the draft is obsolete. */
  readonly sending?: { readonly chatId: string; readonly messageId: string };
}

/**
 * Commands for support chats. They all work offline, and resolve after the local commit (F24). They throw SyncError:
 * `chat_not_found`, and store errors.
 */
export interface ChatCommands {
  /**
   * Deletes the draft in `draftSlot`.
   * @returns the chat's id; messages can be added immediately
   */
  openChat(chat: NewChat): Promise<string>;
  /** Adds a message and deletes the chat's draft. */
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
  /**
   * Loads a draft. Returns null if there is none, or if the app was killed after the draft had been sent.
   * @param slot id of the chat; for a new chat, a name
   */
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

  const drafts = draftCommands(ports);

  return {
    async openChat({ title, body, info, draftSlot }) {
      const uuid = newId();
      const message = createMessage(body);
      const created_at = new Date(clock()).toISOString();
      const fields = {
        uuid,
        op_id: newId(),
        title: normaliseLine(title),
        created_at,
        opening: info,
      };
      const insertChat = () => insert(chats, newChat({ ...fields, unsent: [message] }));
      if (draftSlot === undefined) await insertChat();
      else {
        const sending = { chatId: uuid, messageId: message.uuid };
        await drafts.sendDraft(draftSlot, { draft: { title, text: body }, sending }, insertChat);
      }
      return uuid;
    },

    async writeMessage(chatId, text) {
      const message = createMessage(text);
      const draft = { draft: { title: '', text }, sending: { chatId, messageId: message.uuid } };
      await drafts.sendDraft(chatId, draft, () => applyEvent(chatId, { type: 'written', message }));
    },

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

    loadDraft: drafts.loadDraft,
    saveDraft: drafts.saveDraft,
  };
}

function draftCommands({ database }: Pick<Ports, 'database'>) {
  const { chats } = database.collections;
  const keyOf = (slot: string) => `chat-draft ${slot}`;
  const store = async (slot: string, draft: StoredDraft) => {
    await database
      .upsertLocal(keyOf(slot), { ...draft })
      .catch((error: unknown) => Promise.reject(toSyncError(error)));
  };
  const isSent = async (slot: string, { sending }: StoredDraft) => {
    if (sending === undefined) return false;
    const chat = await findRow(chats, sending.chatId);
    // A new chat exists only if its draft was sent. Its message may have been edited since, which changes its id.
    if (chat && slot !== sending.chatId) return true;
    const messages = [...(chat?.messages ?? []), ...(chat?.unsent ?? [])];
    return messages.some(({ uuid }) => uuid === sending.messageId);
  };

  return {
    async loadDraft(slot: string): Promise<ChatDraft | null> {
      const document = await database.getLocal<StoredDraft>(keyOf(slot));
      const storedDraft = (document?.toJSON().data ?? null) as StoredDraft | null;
      if (storedDraft === null) return null;
      if (!(await isSent(slot, storedDraft))) return storedDraft.draft;
      await deleteLocal(database, keyOf(slot));
      return null;
    },

    async saveDraft(slot: string, draft: ChatDraft | null): Promise<void> {
      if (draft === null || (draft.title === '' && draft.text === '')) {
        await deleteLocal(database, keyOf(slot));
        return;
      }
      await store(slot, { draft: { ...draft } });
    },

    /**
     * Saves a message and deletes its draft. They are in different databases, so the draft first gets the message's id.
     * If the app is killed before the deletion, `loadDraft` finds the message.
     */
    async sendDraft(slot: string, draft: StoredDraft, saveMessage: () => Promise<void>) {
      await store(slot, draft);
      await saveMessage();
      // The message is saved; if the deletion fails, the draft is deleted when it is loaded.
      await deleteLocal(database, keyOf(slot)).catch(() => undefined);
    },
  };
}
