import * as v from 'valibot';
import { multilineText, filledMultilineText } from './paragraphs.ts';
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

/** The longest title and message, in UTF-16 units as a browser's `maxLength` counts them. */
export const MAX_CHAT_TITLE = 120;
export const MAX_CHAT_MESSAGE = 4000;
/** The most messages of one chat (spec 2 §9). */
export const MAX_CHAT_MESSAGES = 1000;

/** Where a chat stands (spec 2 §4: 1 info, 2 warning, 3 success). */
export const chatStatuses = { withSupport: 1, answered: 2, solved: 3 } as const;
export const chatStatus = v.picklist(Object.values(chatStatuses));
export type ChatStatus = v.InferOutput<typeof chatStatus>;

/** A message as the server has it (spec 2 §3). Of a chat no two are of the same moment. */
export const chatMessage = v.object({
  uuid,
  sender: v.picklist(['installer', 'admin']),
  message: multilineText(MAX_CHAT_MESSAGE),
  created_at: moment,
});
export type ChatMessage = v.InferOutput<typeof chatMessage>;

/** A support chat of one person (spec 2 §3), with all of its messages, oldest first. */
export const chat = v.object({
  ...replicatedEntries,
  title: text(MAX_CHAT_TITLE),
  status: chatStatus,
  messages: v.array(chatMessage),
});
export type Chat = v.InferOutput<typeof chat>;

/** What support may know of the device that a chat was opened on (spec 2 §7). */
export const chatDeviceInfo = v.object({
  language: typedText(16),
  hostname: typedText(255),
  region: typedText(8),
  appVersion: typedText(40),
  /** `installed` on the home screen, or in a `browser`. */
  appType: typedText(16),
  ua: typedText(400),
});
export type ChatDeviceInfo = v.InferOutput<typeof chatDeviceInfo>;

/** What a person types; a title and a body are required (spec 2 §5). */
export const chatTitle = typedText(MAX_CHAT_TITLE, 1);
export const chatText = filledMultilineText(MAX_CHAT_MESSAGE);

/** `POST /v1/support`: the ids are the device's, so that the same chat is opened once; who sends none gets the server's. */
export const chatCreate = v.object({
  uuid,
  /** The id of its first message, which is `body`. */
  message_uuid: uuid,
  title: chatTitle,
  body: chatText,
  info: chatDeviceInfo,
});
export type ChatCreate = v.InferOutput<typeof chatCreate>;

/** `POST /v1/support/{id}/message` */
export const chatReply = v.object({ uuid, message: chatText });
export type ChatReply = v.InferOutput<typeof chatReply>;

/** A message that the server does not have; with `refusal` it would not take it. */
export const unsentMessage = v.object({
  uuid,
  message: multilineText(MAX_CHAT_MESSAGE),
  time: deviceTime,
  refusal: v.nullable(refusal),
});
export type UnsentMessage = v.InferOutput<typeof unsentMessage>;

/** The chat in the local database: `waiting` with something to send, else `refused` with something refused. */
export const chatDocument = v.object({
  ...v.omit(chat, ['deleted']).entries,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting', 'refused']),
  /** In the order they were written. */
  unsent: v.array(unsentMessage),
  /** The server does not have the chat yet: it is opened with the first of `unsent`. */
  opening: v.nullable(chatDeviceInfo),
  /** The messages of support's that a server restored from a backup does not have any more (F43). */
  lost_messages: v.array(uuid),
});
export type ChatDocument = v.InferOutput<typeof chatDocument>;

/** The key by which the chat with the latest message stands first. */
export function chatSortKey({
  created_at,
  messages,
  unsent,
}: Pick<ChatDocument, 'created_at' | 'messages' | 'unsent'>): number {
  const last = unsent.at(-1)?.time ?? Date.parse(messages.at(-1)?.created_at ?? created_at);
  return newestFirstKey(last);
}
