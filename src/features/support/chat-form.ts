import * as v from 'valibot';
import { chatText, chatTitle } from '#schemas/chat.ts';
import { typedLines } from '#schemas/typed-lines.ts';

const typed = v.pipe(v.string(), v.transform(typedLines));

/** What is written into a new chat: both are required (spec 2 §5). */
export const chatForm = v.object({
  title: v.pipe(
    typed,
    v.transform((title) => title.replaceAll(/\s+/g, ' ')),
    chatTitle,
  ),
  text: v.pipe(typed, chatText),
});
export type ChatForm = v.InferOutput<typeof chatForm>;

/** Whether there is something to send. */
export function isSendable(text: string): boolean {
  return v.is(chatForm.entries.text, text);
}
