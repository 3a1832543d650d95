import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '#test/setup/source-tree.ts';
import type { Club } from './club.ts';

/**
 * Runs an operator command against the running server.
 * @param input stdin of the command
 * @returns its output
 */
export async function runOperatorCommand(
  { server }: Pick<Club, 'server'>,
  words: readonly string[],
  input?: string,
): Promise<string> {
  const reading = input === undefined ? [] : ['--input', '-'];
  const typed = ['server/club.ts', ...words, '--why', 'For a test.', ...reading];
  const env = { ...process.env, CLUB_URL: server.url };
  const operator = spawn(process.execPath, typed, { cwd: root, env });
  operator.stdin.end(input ?? '');
  const ended = once(operator, 'exit') as Promise<[number]>;
  const [said, [code]] = await Promise.all([text(operator.stdout), ended]);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`);
  return said;
}
