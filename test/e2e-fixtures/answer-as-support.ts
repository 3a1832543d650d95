import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '#test/setup/source-tree.ts';
import type { Club } from './club.ts';

/** Support answers in a process of its own; the server sends with its next start. */
export async function answerAsSupport({ server }: Club, chat: string, text: string): Promise<void> {
  await server.stop();
  const env = { ...process.env, DATA_DIR: server.dataDirectory };
  const operator = spawn(process.execPath, ['server/answer-chat.ts', chat], { cwd: root, env });
  operator.stdin.end(text);
  const [code] = (await once(operator, 'exit')) as [number];
  if (code !== 0) throw new Error(`The answer ended with ${code}.`);
  await server.start();
}
