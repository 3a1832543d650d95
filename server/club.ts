import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { apiFailure } from '#schemas/api/errors.ts';
import { type Command, findCommand } from './operator/command.ts';
import { commands, OPERATOR_PATH } from './operator/operator-route.ts';

/*
 * `node server/club.ts COMMAND …`: runs an operator command on a running server. `--help` lists the commands.
 * `--input FILE` gives a command its input; `-` reads standard input, which keeps it out of the shell history.
 * CLUB_URL is the
 * server's address (default http://127.0.0.1:8080), OPERATOR_TOKEN identifies the operator. Exit code 1:
 * rejected by the server; 2: wrong usage.
 */

const answer = v.object({ data: v.array(v.string()) });
// The reader of a pipe may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main();

async function main(): Promise<number> {
  const typed = readArguments();
  return typed === null ? 2 : run(typed.positionals, typed.values);
}

/** Null if an option is unknown or incomplete; the problem has been printed. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        why: { type: 'string' },
        input: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${problem}\nThe options are --why TEXT, --input FILE and --help.\n`);
    return null;
  }
}

async function run(
  words: readonly string[],
  { why, input, help }: { why?: string; input?: string; help?: boolean },
): Promise<number> {
  const found = findCommand(commands, words);
  if (help === true || found === null) {
    const about = commands.filter(({ name }) => name.split(' ')[0] === words[0]);
    const shown = about.length > 0 ? about : commands;
    (help === true ? process.stdout : process.stderr).write(`${shown.map(helpOf).join('\n')}\n`);
    return help === true ? 0 : 2;
  }
  const { command } = found;
  if (command.isAction && why === undefined) {
    process.stderr.write(
      `A reason is required. Add --why TEXT; it goes into the audit log.\n${helpOf(command)}\n`,
    );
    return 2;
  }
  if (input !== undefined && command.input === undefined) {
    process.stderr.write(`This command reads no input. Leave out --input.\n${helpOf(command)}\n`);
    return 2;
  }
  const read = input === undefined ? '' : readInput(input);
  if (read === null) return failed(`The file ${input} can’t be read. Check its path.`);
  return send({ words, input: read, why: why ?? '' });
}

/** Null if the file can't be read. */
function readInput(path: string): string | null {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch {
    return null;
  }
}

function helpOf({ name, args, isVariadic, input, isAction, summary }: Command): string {
  const named = args.map((arg) => arg.name);
  const last = isVariadic ? [`[${named.pop() ?? ''} …]`] : [];
  const parts = [
    'club',
    name,
    ...named,
    ...last,
    isAction && '--why TEXT',
    input && '--input FILE',
  ];
  return `${parts.filter(Boolean).join(' ')}\n    ${summary}${input ? `\n    FILE: ${input}` : ''}`;
}

/** @returns the exit code */
async function send(asked: { words: readonly string[]; input: string; why: string }) {
  const address = process.env['CLUB_URL'] ?? 'http://127.0.0.1:8080';
  const token = process.env['OPERATOR_TOKEN'];
  const response = await fetch(`${address}${OPERATOR_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(asked),
  }).catch(() => null);
  if (response === null)
    return failed(
      `No server answers at ${address}. Check CLUB_URL, and that the server is running.`,
    );
  const body: unknown = await response.json().catch(() => null);
  const lines = v.safeParse(answer, body);
  if (response.ok && lines.success) {
    for (const line of lines.output.data) process.stdout.write(`${line}\n`);
    return 0;
  }
  const failure = v.safeParse(apiFailure, body);
  if (!failure.success) {
    return failed(
      `${address} answered with status ${response.status}, but not as this server does. Check CLUB_URL.`,
    );
  }
  const { errors } = failure.output;
  // Every other missing record has a message of its own.
  if (errors.some(({ message }) => message === apiErrorMessages.not_found)) {
    return failed(`${address} takes no operator commands. Set OPERATOR_TOKENS on the server.`);
  }
  return failed(errors.map(({ message }) => message).join('\n'));
}

function failed(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
