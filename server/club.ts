import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { apiFailure } from '#schemas/api/errors.ts';
import {
  type Command,
  type CommandOption,
  findCommand,
  type OperatorRequest,
} from './operator/command.ts';
import { commands, OPERATOR_PATH } from './operator/operator-route.ts';
import { exportFolder } from './setup/export-folder.ts';
import { SetupFileError } from './setup/read-csv.ts';
import { sendFolder } from './setup/send-folder.ts';

/*
 * `node server/club.ts COMMAND …` runs an operator command on a running server. `--help` lists the commands.
 * `--input FILE` gives a command its input. `--input -` reads it from standard input instead, which keeps it out of
 * the shell history. `--json` prints the records of a list or of `show` as JSON. The environment variable CLUB_URL
 * is the server's address (http://127.0.0.1:8080 by default), and OPERATOR_TOKEN identifies the operator. The exit
 * code is 1 if the command failed, and 2 if the usage was wrong.
 */

/** Maximum number of attempts while the server is too busy. */
const MAX_ATTEMPTS = 5;
const responseSchema = v.object({ data: v.array(v.string()) });
// The reader of a pipe may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main();

async function main(): Promise<number> {
  const parsedArguments = parseArguments();
  return parsedArguments === null ? 2 : run(parsedArguments.positionals, parsedArguments.values);
}

/** Returns null if an option is unknown or incomplete, after printing the problem. */
function parseArguments() {
  const commandOptions = commands.flatMap(({ options = [] }) =>
    options.map(({ name, value }) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const);
      return [name, { type }] as const;
    }),
  );
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...Object.fromEntries(commandOptions),
        why: { type: 'string' },
        input: { type: 'string' },
        json: { type: 'boolean' },
        output: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `${message}\nThe options are --why TEXT, --input FILE, --output FILE, --json and --help.\n`,
    );
    return null;
  }
}

interface Options {
  readonly why?: string;
  readonly input?: string;
  readonly json?: boolean;
  readonly output?: string;
  readonly help?: boolean;
  /** Options that only some commands have. */
  readonly [name: string]: string | boolean | undefined;
}

async function run(
  args: readonly string[],
  { why, input, output, json = false, help, ...commandValues }: Options,
): Promise<number> {
  const match = findCommand(commands, args);
  if (help === true || match === null) {
    const publicCommands = commands.filter(({ isInternal }) => isInternal !== true);
    const group = publicCommands.filter(({ name }) => name.split(' ')[0] === args[0]);
    const listedCommands = group.length > 0 ? group : publicCommands;
    (help === true ? process.stdout : process.stderr).write(
      `${listedCommands.map(formatHelp).join('\n')}\n`,
    );
    return help === true ? 0 : 2;
  }
  const { command } = match;
  if (match.args.length > command.args.length && command.isVariadic !== true) {
    const typedCommand = [...command.name.split(' '), match.args[0]].join(' ');
    process.stderr.write(
      command.args.length === 0
        ? `There is no command \`club ${typedCommand}\`. \`club ${args[0]} --help\` lists the commands.\n`
        : `There are too many arguments. Put text with spaces in quotes.\n${formatHelp(command)}\n`,
    );
    return 2;
  }
  if (json && command.read === undefined) {
    process.stderr.write(
      `This command has no JSON output. Leave out --json.\n${formatHelp(command)}\n`,
    );
    return 2;
  }
  if (command.isAction && why === undefined) {
    process.stderr.write(
      `A reason is required. Add --why TEXT; it goes into the audit log.\n${formatHelp(command)}\n`,
    );
    return 2;
  }
  if ((output !== undefined) !== (command.savesFile === true)) {
    const problem = command.savesFile
      ? 'A file is required. Add --output FILE.'
      : 'This command saves no file. Leave out --output.';
    process.stderr.write(`${problem}\n${formatHelp(command)}\n`);
    return 2;
  }
  if (input !== undefined && command.input === undefined) {
    process.stderr.write(
      `This command reads no input. Leave out --input.\n${formatHelp(command)}\n`,
    );
    return 2;
  }
  const options = Object.fromEntries(
    Object.entries(commandValues).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]),
  );
  const problem = findOptionProblem(command, options);
  if (problem !== null) {
    process.stderr.write(`${problem}\n${formatHelp(command)}\n`);
    return 2;
  }
  if (command.usesFolder && match.args.length === command.args.length)
    return runOnFolder(args, why ?? '');
  const content = input === undefined ? '' : readInput(input);
  if (content === null) return fail(`The file ${input} can’t be read. Check its path.`);
  if (output !== undefined)
    return saveFile({ words: args, input: content, why: why ?? '', options }, output);
  return send({ words: args, input: content, why: why ?? '', json, options });
}

/** Describes an unknown or missing option; returns null if there is none. */
function findOptionProblem(
  { options = [] }: Command,
  values: Readonly<Record<string, string>>,
): string | null {
  const unknownOption = Object.keys(values).find(
    (name) => !options.some((option) => option.name === name),
  );
  if (unknownOption !== undefined)
    return `This command has no option --${unknownOption}. Leave it out.`;
  const missingOption = options.find(
    ({ name, isRequired }) => isRequired && values[name] === undefined,
  );
  return missingOption
    ? `--${missingOption.name} is missing. It must be ${missingOption.format}.`
    : null;
}

/**
 * Sends the setup folder given as the last argument, or exports into it.
 * @returns the exit code
 */
async function runOnFolder(args: readonly string[], why: string): Promise<number> {
  const folder = args.at(-1) ?? '';
  try {
    const { lines, isAccepted } =
      args[1] === 'export'
        ? await exportFolder(args[2] ?? '', folder, postRepeatable)
        : await sendFolder(args[1] === 'apply' ? 'apply' : 'check', folder, {
            why,
            post: postRepeatable,
          });
    for (const line of lines) process.stdout.write(`${line}\n`);
    return isAccepted ? 0 : 1;
  } catch (error) {
    if (error instanceof SetupFileError) return fail(error.message);
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    return fail(
      `The folder ${folder} or a file in it can’t be read or written (${String(error.code)}). Check its path, permissions and space, and run the command again.`,
    );
  }
}

/** Returns null if the file can't be read. */
function readInput(path: string): string | null {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch {
    return null;
  }
}

function formatHelp({
  name,
  args,
  isVariadic,
  input,
  isAction,
  options = [],
  savesFile,
  summary,
}: Command): string {
  const names = args.map((arg) => arg.name);
  const variadic = isVariadic ? [`[${names.pop() ?? ''} …]`] : [];
  const parts = [
    'club',
    name,
    ...names,
    ...variadic,
    ...options.map(formatOption),
    isAction && '--why TEXT',
    input && '--input FILE',
    savesFile && '--output FILE',
  ];
  return `${parts.filter(Boolean).join(' ')}\n    ${summary}${input ? `\n    FILE: ${input}` : ''}`;
}

function formatOption({ name, value, isRequired }: CommandOption): string {
  const option = value === undefined ? `--${name}` : `--${name} ${value}`;
  return isRequired ? option : `[${option}]`;
}

/**
 * Saves the file from the response. Never overwrites an existing file.
 * @returns the exit code
 */
async function saveFile(request: OperatorRequest, path: string): Promise<number> {
  const lines = await post(request);
  if (lines === null) return 1;
  if (existsSync(path)) return fail(`The file ${path} already exists. Choose another name.`);
  // The file gets its name only once it's complete, so that a full disk doesn't leave a partial file.
  const partialPath = `${path}.${process.pid}.part`;
  try {
    writeFileSync(partialPath, Buffer.from(lines[0] ?? '', 'base64'), { flag: 'wx', mode: 0o600 });
    renameSync(partialPath, path);
  } catch {
    rmSync(partialPath, { force: true });
    return fail(`The file ${path} can’t be written. Check its path, permissions and space.`);
  }
  process.stdout.write(`Saved: ${path}\n`);
  return 0;
}

/** @returns the exit code */
async function send(request: OperatorRequest): Promise<number> {
  const lines = await post(request);
  for (const line of lines ?? []) process.stdout.write(`${line}\n`);
  return lines === null ? 1 : 0;
}

/**
 * Sends a command of `setup`. Tries again while the server is busy, because these commands are safe to repeat.
 * @returns the lines of its output; null if the command failed and the error has been printed
 */
async function postRepeatable(request: OperatorRequest): Promise<readonly string[] | null> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const response = await requestServer(request);
    if (response?.status !== 503 && response?.status !== 429) return readResponse(response);
    const delaySeconds = Number(response.headers.get('retry-after') ?? '5');
    await setTimeout(delaySeconds * 1000);
  }
  return post(request);
}

/**
 * Sends a command.
 * @returns the lines of its output; null if the command failed and the error has been printed
 */
async function post(request: OperatorRequest): Promise<readonly string[] | null> {
  return readResponse(await requestServer(request));
}

function getServerAddress(): string {
  return process.env['CLUB_URL'] ?? 'http://127.0.0.1:8080';
}

/** Returns null if the server can't be reached. */
function requestServer(request: OperatorRequest): Promise<Response | null> {
  const token = process.env['OPERATOR_TOKEN'];
  return fetch(`${getServerAddress()}${OPERATOR_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(request),
  }).catch(() => null);
}

/** @returns the lines; null if the command failed and the error has been printed */
async function readResponse(response: Response | null): Promise<readonly string[] | null> {
  const address = getServerAddress();
  if (response === null)
    return logFailure(
      `No server responds at ${address}. Check CLUB_URL, and that the server is running.`,
    );
  const body: unknown = await response.json().catch(() => null);
  const lines = v.safeParse(responseSchema, body);
  if (response.ok && lines.success) return lines.output.data;
  const failure = v.safeParse(apiFailure, body);
  if (!failure.success) {
    return logFailure(
      `${address} responded with status ${response.status}, but not as this server does. Check CLUB_URL.`,
    );
  }
  const { errors } = failure.output;
  // Only a missing route has this message, because every missing record has a message of its own.
  if (errors.some(({ message }) => message === apiErrorMessages.not_found)) {
    return logFailure(
      `${address} doesn’t accept operator commands. Set OPERATOR_TOKENS on the server.`,
    );
  }
  return logFailure(errors.map(({ message }) => message).join('\n'));
}

function logFailure(message: string): null {
  fail(message);
  return null;
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
