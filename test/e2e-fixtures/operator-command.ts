import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { root } from '#test/setup/source-tree.ts';
import type { Club } from './club.ts';

/** Reason of every command, for the audit log. */
const why = 'For a test.';

/**
 * Sends an operator command to the server, as `club` does. Starting that program costs half a second of CPU time.
 * @param input input of the command
 * @returns its output
 */
export async function sendOperatorCommand(
  { server }: Pick<Club, 'server'>,
  words: readonly string[],
  input = '',
): Promise<string> {
  const response = await fetch(`${server.url}${OPERATOR_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ words, input, why }),
  });
  if (!response.ok) throw new Error(`${words.join(' ')}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: string[] };
  return data.join('\n');
}

/**
 * Runs the program `club` against the running server, for commands with options or files.
 * @param input stdin of the command
 * @returns its output
 */
export async function runOperatorCommand(
  { server }: Pick<Club, 'server'>,
  command: readonly string[],
  input?: string,
): Promise<string> {
  const inputOption = input === undefined ? [] : ['--input', '-'];
  const args = ['server/club.ts', ...command, '--why', why, ...inputOption];
  const env = { ...process.env, CLUB_URL: server.url };
  const child = spawn(process.execPath, args, { cwd: root, env });
  child.stdin.end(input ?? '');
  const exit = once(child, 'exit') as Promise<[number]>;
  const [output, [code]] = await Promise.all([text(child.stdout), exit]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`);
  return output;
}
