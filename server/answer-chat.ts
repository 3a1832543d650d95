import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { chatStatuses } from '#schemas/chat.ts';
import { uuid } from '#schemas/primitives.ts';
import { onDatabase } from './db/operator-database.ts';
import { answerChat } from './support/answer-chat.ts';
import { waitingChats } from './support/waiting-chats.ts';

/*
 * `node server/answer-chat.ts`: prints the chats that wait for an answer.
 * `node server/answer-chat.ts CHAT [solved] < ANSWER`: support's answer to one, as text on the standard
 * input, so that no shell keeps it. The embedded database belongs to one process, so the server has to
 * be stopped for it; PostgreSQL's need not.
 */
const [chat, word] = v.parse(
  v.union([v.strictTuple([]), v.strictTuple([uuid]), v.strictTuple([uuid, v.literal('solved')])]),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  if (chat === undefined) {
    for (const waiting of await waitingChats(db)) process.stdout.write(`${waiting}\n`);
    return;
  }
  const status = word === 'solved' ? chatStatuses.solved : chatStatuses.answered;
  const answer = { text: await text(process.stdin), status };
  await answerChat(chat, answer, { db, clock: { now: () => Date.now() } });
  process.stdout.write('The answer stands in the chat.\n');
});
