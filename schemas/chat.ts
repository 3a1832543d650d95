import * as v from 'valibot';
import { multilineText, requiredMultilineText } from './multiline-text.ts';
import {
  deviceTime,
  moment,
  newestFirst,
  newestFirstKey,
  text,
  typedText,
  uuid,
} from './primitives.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';

/** Maximum lengths of a title and a message, in UTF-16 units like a browser's `maxLength`. */
export const MAX_CHAT_TITLE = 120;
export const MAX_CHAT_MESSAGE = 4000;
/** Maximum number of messages in one chat (spec 2 §9). */
export const MAX_CHAT_MESSAGES = 1000;

/** Chat statuses. Status 1 is shown as information, 2 as a warning and 3 as a success (spec 2 §4). */
export const chatStatuses = { withSupport: 1, answered: 2, solved: 3 } as const;
const chatStatus = v.picklist(Object.values(chatStatuses));
export type ChatStatus = v.InferOutput<typeof chatStatus>;

/** A message on the server (spec 2 §3). `created_at` is unique within a chat. */
export const chatMessage = v.object({
  uuid,
  sender: v.picklist(['installer', 'admin']),
  message: multilineText(MAX_CHAT_MESSAGE),
  created_at: moment,
});
export type ChatMessage = v.InferOutput<typeof chatMessage>;

/** One user's support chat (spec 2 §3) with all its messages, oldest first. */
export const chat = v.object({
  ...replicatedEntries,
  title: text(MAX_CHAT_TITLE),
  status: chatStatus,
  messages: v.array(chatMessage),
});
export type Chat = v.InferOutput<typeof chat>;

/** Device details that support sees for a chat (spec 2 §7). */
const chatDeviceInfo = v.object({
  language: typedText(16),
  hostname: typedText(255),
  region: typedText(8),
  appVersion: typedText(40),
  /** `installed` if the app is on the home screen, or `browser` if it's open in a browser. */
  appType: typedText(16),
  ua: typedText(400),
});
export type ChatDeviceInfo = v.InferOutput<typeof chatDeviceInfo>;

/** A title and a message are required (spec 2 §5). */
export const chatTitle = typedText(MAX_CHAT_TITLE, 1);
export const chatText = requiredMultilineText(MAX_CHAT_MESSAGE);

/**
 * `POST /v1/support`. The device creates the ids, so that a retry doesn't open a second chat; if they are
 * missing, the server creates them.
 */
export const chatCreate = v.object({
  uuid,
  /** Id of the first message, whose text is `body`. */
  message_uuid: uuid,
  title: chatTitle,
  body: chatText,
  info: chatDeviceInfo,
});
export type ChatCreate = v.InferOutput<typeof chatCreate>;

/** `POST /v1/support/{id}/message` */
export const chatReply = v.object({ uuid, message: chatText });
export type ChatReply = v.InferOutput<typeof chatReply>;

/** A message that isn't on the server yet; `refusal` is set if the server rejected it. */
export const unsentMessage = v.object({
  uuid,
  message: multilineText(MAX_CHAT_MESSAGE),
  time: deviceTime,
  refusal: v.nullable(refusal),
});
export type UnsentMessage = v.InferOutput<typeof unsentMessage>;

/**
 * The chat in the local database. Its state is `waiting` while it has messages to send. Otherwise, its state is
 * `refused` if the server rejected one of them, and `synced` if not.
 */
export const chatDocument = v.object({
  ...v.omit(chat, ['deleted']).entries,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting', 'refused']),
  /** Oldest first. */
  unsent: v.array(unsentMessage),
  /**
   * Device details for opening the chat, set until the chat exists on the server. The first message of `unsent` opens
   * it.
   */
  opening: v.nullable(chatDeviceInfo),
  /** Support's messages that are missing from a server restored from a backup (F43). */
  lost_messages: v.array(uuid),
});
export type ChatDocument = v.InferOutput<typeof chatDocument>;

/** Sort key that lists the chat with the latest message first. */
export function chatSortKey({
  created_at,
  messages,
  unsent,
}: Pick<ChatDocument, 'created_at' | 'messages' | 'unsent'>): number {
  const lastMessageAt =
    unsent.at(-1)?.time ?? Date.parse(messages.at(-1)?.created_at ?? created_at);
  return newestFirstKey(lastMessageAt);
}
