import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { apiFailure } from '#schemas/api/errors.ts';
import { type Command, findCommand } from './operator/command.ts';
import { commands, OPERATOR_PATH } from './operator/operator-route.ts';

/*
 * `node server/club.ts COMMAND …`: runs an operator command on a running server. `--help` lists the commands.
 * `--input FILE` gives a command its input; `-` reads standard input, which keeps it out of the shell history.
 * CLUB_URL is the
 * server's address (default http://127.0.0.1:8080), OPERATOR_TOKEN identifies the operator. Exit code 1:
 * rejected by the
 * server; 2: wrong usage.
 */

const answer = v.object({ data: v.array(v.string()) });
/** Appended to the server's error message, by HTTP status. */
const hints = new Map([
  [401, ' OPERATOR_TOKEN isn’t valid on this server.'],
  [403, ' You need another role.'],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    why: { type: 'string' },
    input: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
// The reader of a pipe may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(positionals, values);

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
      `--why TEXT is required: it goes into the audit log.\n${helpOf(command)}\n`,
    );
    return 2;
  }
  if (input !== undefined && command.input === undefined) {
    process.stderr.write(`This command takes no --input.\n${helpOf(command)}\n`);
    return 2;
  }
  const read = input === undefined ? '' : readFileSync(input === '-' ? 0 : input, 'utf8');
  return send({ words, input: read, why: why ?? '' });
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
  if (response === null) return failed(`No server answers at ${address} (CLUB_URL).`);
  const body: unknown = await response.json().catch(() => null);
  const lines = v.safeParse(answer, body);
  if (response.ok && lines.success) {
    for (const line of lines.output.data) process.stdout.write(`${line}\n`);
    return 0;
  }
  const failure = v.safeParse(apiFailure, body);
  if (!failure.success) return failed(`${address} is not this server (${response.status}).`);
  const hint = hints.get(response.status) ?? '';
  return failed(
    failure.output.errors
      .map(({ message, field }) => `${message}${field === undefined ? '' : ` (${field})`}${hint}`)
      .join('\n'),
  );
}

function failed(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
