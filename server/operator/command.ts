import type * as v from 'valibot';
import { typedLines } from '#schemas/typed-lines.ts';
import { ApiFailure } from '../http/failure.ts';
import { validateInput } from '../http/contract/validate-input.ts';
import { type Services } from '../services.ts';

/** A word that has to follow a command. */
export interface CommandArgument {
  /** As help says it: `COMPANY`, `on|off`. */
  readonly name: string;
  readonly schema: v.GenericSchema<string, string>;
}

/** What was asked for, checked. */
export interface CommandInput {
  /** As many as the command has, and more where it takes more. */
  readonly args: readonly string[];
  /** What came on the standard input; empty where nothing did. */
  readonly input: string;
}

type CommandServices = Pick<Services, 'db' | 'clock' | 'environment'>;

/** One thing that an operator can ask for, or do (`club` on a command line). */
export interface Command {
  /** As it is typed: `orders`, `orders reject`. */
  readonly name: string;
  /** What it does, in a sentence of help. */
  readonly summary: string;
  readonly args: readonly CommandArgument[];
  /** Any number of the last word. */
  readonly isVariadic?: boolean;
  /** What it reads from the standard input, in a word of help; none where it reads nothing. */
  readonly input?: string;
  /** Whether it changes something: then why is asked for, and noted. */
  readonly isAction: boolean;
  /**
   * What is noted of it in place of its words, where those would say who somebody is; of an act alone. Throws `ApiFailure`
   * for what there is nothing to note of.
   */
  readonly auditedArgs?: (
    asked: CommandInput,
    services: CommandServices,
  ) => Promise<readonly string[]>;
  /** @returns what is printed, a line each; throws `ApiFailure` and valibot's errors */
  readonly run: (asked: CommandInput, services: CommandServices) => Promise<readonly string[]>;
}

/** A list of what waits for an operator. */
export function listCommand(
  name: string,
  summary: string,
  run: (services: CommandServices) => Promise<readonly string[]>,
): Command {
  return { name, summary, args: [], isAction: false, run: (_asked, services) => run(services) };
}

/** Something that an operator does. @param run says what it did, in a sentence */
export function actionCommand(
  name: string,
  {
    summary,
    args = [],
    ...rest
  }: Pick<Command, 'summary' | 'isVariadic' | 'input' | 'auditedArgs'> & {
    readonly args?: readonly CommandArgument[];
  },
  run: (asked: CommandInput, services: CommandServices) => Promise<string>,
): Command {
  return {
    ...{ name, summary, args, isAction: true },
    ...rest,
    run: async (asked, services) => [await run(asked, services)],
  };
}

/**
 * Reads the standard input as JSON, its texts in their normal form: a pasted number of a voucher has no invisible marks.
 * Throws `invalid_input`.
 */
export function parseJsonInput<S extends v.GenericSchema>(
  schema: S,
  { input }: CommandInput,
): v.InferOutput<S> {
  let value: unknown;
  try {
    // Programs for Windows begin a file with a byte order mark.
    value = JSON.parse(input.replace(/^\ufeff/, ''), (_key, part: unknown) =>
      typeof part === 'string' ? typedLines(part) : part,
    );
  } catch (cause) {
    throw new ApiFailure('invalid_input', { field: 'input', cause });
  }
  return validateInput(schema, value, 'input');
}

/** A command, and the words that follow its name; null where there is none of the name. The longest name counts. */
export function findCommand(
  commands: readonly Command[],
  typed: readonly string[],
): { command: Command; args: readonly string[] } | null {
  const [command] = commands
    .filter(({ name }) => name.split(' ').every((part, at) => typed[at] === part))
    .sort((one, other) => other.name.length - one.name.length);
  return command ? { command, args: typed.slice(command.name.split(' ').length) } : null;
}
