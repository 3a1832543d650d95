import * as v from 'valibot';
import { chatText, chatTitle } from '#schemas/chat.ts';
import { cleanTypedLines } from '#schemas/typed-lines.ts';

const typed = v.pipe(v.string(), v.transform(cleanTypedLines));

/** A new chat; both fields are required (spec 2 §5). */
export const chatForm = v.object({
  title: v.pipe(
    typed,
    v.transform((title) => title.replaceAll(/\s+/g, ' ')),
    chatTitle,
  ),
  text: v.pipe(typed, chatText),
});
export type ChatForm = v.InferOutput<typeof chatForm>;

/** Returns true if the text can be sent. */
export function isSendable(text: string): boolean {
  return v.is(chatForm.entries.text, text);
}
