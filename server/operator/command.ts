import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { ApiFailure } from '../http/failure.ts';
import { validateInput } from '../http/contract/validate-input.ts';
import { type Services } from '../services.ts';
import { type ActionDetails } from './operator-tables.ts';

/** Maximum body size of a request with a command. */
export const MAX_COMMAND_BYTES = 1024 * 1024;

/** A positional argument of a command. */
export interface CommandArgument {
  /** The name as shown in the help, such as `COMPANY` or `on|off`. */
  readonly name: string;
  /** Describes what the schema accepts. Completes the message "COMPANY must be …". */
  readonly format: string;
  readonly schema: v.GenericSchema<string, string>;
}

/** A named option of a command: `--proof KIND`. */
export interface CommandOption extends CommandArgument {
  /** The value's name as shown in the help, such as `KIND`. Absent if the option takes no value. */
  readonly value?: string;
  readonly isRequired?: boolean;
}

/** A command sent to the server. */
export interface OperatorRequest {
  readonly words: readonly string[];
  readonly input: string;
  readonly why: string;
  readonly json?: boolean;
  readonly options?: Readonly<Record<string, string>>;
}

/**
 * Sends a command to the server.
 * @returns the lines of the command's output; null if the command failed and the error has been printed
 */
export type Post = (request: OperatorRequest) => Promise<readonly string[] | null>;

/** An option without a value. */
export const flagOption = (name: string): CommandOption => ({
  name,
  format: 'without a value',
  schema: v.literal(''),
});

/** First line of a dry run's output. */
export const DRY_RUN_HEADING = 'Nothing was changed. Without --dry-run, this happens:';

/** True if a flag, which is an option without a value, was given. */
export const hasFlag = ({ options }: CommandInput, name: string): boolean =>
  options[name] !== undefined;

/** An argument with a record's id. */
export const idArgument = (name: string): CommandArgument => ({
  name,
  schema: uuid,
  format: 'an id with 36 characters',
});

/** A command's validated input. */
export interface CommandInput {
  /**
   * One value for each declared argument. If the command is variadic, the last argument may have any number of
   * values.
   */
  readonly args: readonly string[];
  /** Standard input; empty if none. */
  readonly input: string;
  /** False for the role `reader`, which sees records without personal data. */
  readonly canReadPersonalData: boolean;
  /** Options of the command by name. */
  readonly options: Readonly<Record<string, string>>;
}

/** Returns an argument by position. The number of arguments has already been checked. */
export const getArgument = ({ args }: CommandInput, index: number): string => args[index] ?? '';

type CommandServices = Pick<
  Services,
  'db' | 'clock' | 'environment' | 'files' | 'logger' | 'voucherKeys'
>;

/** A command of `club`, either a list or an action. */
export interface Command {
  /** The words as typed, such as `orders` or `orders reject`. */
  readonly name: string;
  /** Summary for the help, one sentence. */
  readonly summary: string;
  readonly args: readonly CommandArgument[];
  /** True if the last argument may be repeated or omitted. */
  readonly isVariadic?: boolean;
  /** Options besides those that every command has. */
  readonly options?: readonly CommandOption[];
  /** Description of standard input for the help; absent if the command doesn't read it. */
  readonly input?: string;
  /** True if `club` sends the command only as part of another command. It isn't listed in the help. */
  readonly isInternal?: boolean;
  /** True if the last argument is a folder on the operator's machine. `club` copies files from or to this folder. */
  readonly usesFolder?: boolean;
  /** True if the response is a file in Base64, which `club` writes to `--output FILE`. */
  readonly savesFile?: boolean;
  /** True if the command changes data. Such a command requires a reason and is recorded. */
  readonly isAction: boolean;
  /**
   * Replaces the arguments in the audit record if they would identify a person. Throws
   * `ApiFailure` if there is nothing to record.
   */
  readonly auditedArgs?: (
    request: CommandInput,
    services: CommandServices,
  ) => Promise<readonly string[]>;
  /** Details for the audit record, without personal data. Throws like `auditedArgs`. */
  readonly auditedDetails?: (
    request: CommandInput,
    services: CommandServices,
  ) => Promise<ActionDetails>;
  /**
   * True if the command reads personal data. It's recorded like an action, even without a reason, and the role
   * `reader` can't run it.
   */
  readonly readsPersonalData?: boolean;
  /** Records for `--json`; absent if the command has none. */
  readonly read?: (request: CommandInput, services: CommandServices) => Promise<unknown>;
  /** @returns lines to print; throws `ApiFailure` and valibot's errors */
  readonly run: (request: CommandInput, services: CommandServices) => Promise<readonly string[]>;
}

/**
 * Creates a command that lists records.
 * @param formatRow formats a record as one or more lines
 */
export function listCommand<Row>(
  name: string,
  summary: string,
  read: (services: CommandServices) => Promise<readonly Row[]>,
  formatRow: (row: Row) => string,
): Command {
  return readCommand(
    name,
    { summary },
    (_request, services) => read(services),
    (rows) => rows.map(formatRow),
  );
}

/**
 * Creates a command that reads records.
 * @param format formats the records as lines
 */
export function readCommand<Records>(
  name: string,
  {
    summary,
    args = [],
    ...rest
  }: Pick<Command, 'summary' | 'options' | 'readsPersonalData' | 'auditedArgs'> &
    Partial<Pick<Command, 'args'>>,
  read: (request: CommandInput, services: CommandServices) => Promise<Records>,
  format: (records: Records) => readonly string[],
): Command {
  return {
    name,
    summary,
    args,
    isAction: false,
    read,
    ...rest,
    run: async (request, services) => format(await read(request, services)),
  };
}

/**
 * Creates a command that changes something.
 * @param run returns a sentence about the result
 */
export function actionCommand(
  name: string,
  {
    summary,
    args = [],
    ...rest
  }: Pick<
    Command,
    'summary' | 'isVariadic' | 'input' | 'options' | 'auditedArgs' | 'auditedDetails'
  > & {
    readonly args?: readonly CommandArgument[];
  },
  run: (request: CommandInput, services: CommandServices) => Promise<string>,
): Command {
  return {
    name,
    summary,
    args,
    isAction: true,
    ...rest,
    run: async (request, services) => [await run(request, services)],
  };
}

/** Parses JSON and normalises its texts. Throws `SyntaxError`. */
export function parseTypedJson(json: string): unknown {
  // Windows programs write a byte order mark.
  return JSON.parse(json.replace(/^\ufeff/, ''), (_key, entry: unknown) =>
    typeof entry === 'string' ? cleanTypedLines(entry) : entry,
  );
}

/**
 * Parses standard input as JSON and normalises its strings, so that a pasted voucher number has no invisible
 * characters. Throws `invalid_input`.
 * @param parse pass `JSON.parse` if strings must stay unchanged
 */
export function parseJsonInput<S extends v.GenericSchema>(
  schema: S,
  { input }: Pick<CommandInput, 'input'>,
  parse: (json: string) => unknown = parseTypedJson,
): v.InferOutput<S> {
  let value: unknown;
  try {
    value = parse(input);
  } catch (cause) {
    throw new ApiFailure('invalid_input', { field: 'input', cause });
  }
  return validateInput(schema, value, 'input');
}

/**
 * Finds the command whose name the words start with. If several commands match, the one with the longest name is used.
 * Returns the command and the remaining words, which are its arguments. Returns null if no command matches.
 */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; args: readonly string[] } | null {
  const [command] = commands
    .filter(({ name }) => name.split(' ').every((value, index) => words[index] === value))
    .sort((a, b) => b.name.length - a.name.length);
  return command ? { command, args: words.slice(command.name.split(' ').length) } : null;
}
