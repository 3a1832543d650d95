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
  command: readonly string[],
  input?: string,
): Promise<string> {
  const inputOption = input === undefined ? [] : ['--input', '-'];
  const args = ['server/club.ts', ...command, '--why', 'For a test.', ...inputOption];
  const env = { ...process.env, CLUB_URL: server.url };
  const child = spawn(process.execPath, args, { cwd: root, env });
  child.stdin.end(input ?? '');
  const exit = once(child, 'exit') as Promise<[number]>;
  const [output, [code]] = await Promise.all([text(child.stdout), exit]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`);
  return output;
}
