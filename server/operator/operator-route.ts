import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { toJsonb } from '../db/jsonb.ts';
import { ApiFailure } from '../http/failure.ts';
import { isFromThisMachine } from '../http/local-requests.ts';
import { validateInput } from '../http/contract/validate-input.ts';
import { type Services } from '../services.ts';
import { guideCommands } from '../guide/guide-commands.ts';
import { campaignCommands } from '../campaigns/campaign-commands.ts';
import { operatorCommands } from '../console/operator-commands.ts';
import { setupCommands } from '../setup/setup-commands.ts';
import { actionCommands } from './action-commands.ts';
import { type CommandInput, type Command, findCommand, MAX_COMMAND_BYTES } from './command.ts';
import { listCommands } from './list-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { recordCommands } from './record-commands.ts';
import { explainFailure, roleMessage, wrongTokenMessage } from './operator-messages.ts';
import { canRun, type OperatorRole, operatorRoles } from './operator-roles.ts';
import { typedText, uuid } from '#schemas/primitives.ts';

/** The route that `club` calls. */
export const OPERATOR_PATH = '/operator/commands';
/** The operator in development, where no tokens are set. */
const DEVELOPER: Operator = { name: 'developer', role: 'admin' };

export const commands: readonly Command[] = [
  ...listCommands,
  ...recordCommands,
  ...actionCommands,
  ...peopleCommands,
  ...campaignCommands,
  ...operatorCommands,
  ...guideCommands,
  ...setupCommands,
];

const word = typedText(200);
const requestBody = v.object({
  /** The command's name and arguments as typed. */
  words: v.pipe(v.array(word), v.maxLength(200)),
  input: v.optional(v.pipe(v.string(), v.maxLength(MAX_COMMAND_BYTES)), ''),
  /** Reason; required for actions. */
  why: v.optional(typedText(500), ''),
  /** True to get the records as JSON, in one string. */
  json: v.optional(v.boolean(), false),
  /** The command's own options by name; those without a value are empty. */
  options: v.optional(v.record(v.pipe(v.string(), v.maxLength(30)), word), {}),
});

/**
 * `POST /operator/commands`: runs an operator's command. The operator's personal token (`OPERATOR_TOKENS`) has a role,
 * which must allow the command. Every action is recorded in `operator_acts`. If no tokens are set, the route exists
 * only in development, for requests from this machine. Commands and the console share a limited number of
 * database connections.
 */
export function registerOperatorRoute(app: FastifyInstance, services: Services): void {
  app.post(OPERATOR_PATH, { bodyLimit: MAX_COMMAND_BYTES }, async (httpRequest) => {
    const operator = authenticateOperator(httpRequest, services);
    let match: ReturnType<typeof findCommand> = null;
    try {
      const { words, ...rest } = validateInput(requestBody, httpRequest.body, 'body');
      match = findCommand(commands, words);
      const command = match;
      const run = () => runMatch(command, { operator, ...rest }, services);
      return { data: await httpRequest.server.limitOperators(run) };
    } catch (error) {
      throw error instanceof ApiFailure ? explainFailure(error, match?.command ?? null) : error;
    }
  });
}

interface AuthenticatedCommand {
  readonly operator: Operator;
  readonly input: string;
  readonly why: string;
  readonly json: boolean;
  readonly options: Readonly<Record<string, string>>;
}

/** Checks role, arguments and reason, and runs the command. */
async function runMatch(
  match: ReturnType<typeof findCommand>,
  { operator, input, why, json, options }: AuthenticatedCommand,
  services: Services,
): Promise<readonly string[]> {
  if (match === null) throw new ApiFailure('invalid_input', { field: 'words' });
  const command = json ? withJsonOutput(match.command) : match.command;
  if (!canRun(operator.role, command)) {
    const message = roleMessage(operator.role, command);
    throw new ApiFailure('forbidden', { errors: [{ code: 'forbidden', message }] });
  }
  const commandInput = {
    args: checkArguments(match),
    input,
    options: checkOptions(command, options),
    canReadPersonalData: operatorRoles[operator.role].canAct,
  };
  if (!command.isAction && command.readsPersonalData !== true)
    return command.run(commandInput, services);
  if (command.isAction && why === '') throw new ApiFailure('invalid_input', { field: 'why' });
  return runAndRecord(command, commandInput, { operator: operator.name, why }, services);
}

/** Makes a command print its records as JSON. Throws `invalid_input` if it has no records. */
function withJsonOutput(command: Command): Command {
  const { read } = command;
  if (read === undefined) throw new ApiFailure('invalid_input', { field: 'json' });
  return {
    ...command,
    run: async (request, services) => [JSON.stringify(await read(request, services), null, 2)],
  };
}

interface Operator {
  readonly name: string;
  readonly role: OperatorRole;
}

/** Throws `not_found` if the route is disabled, `unauthorised` for a wrong token. */
function authenticateOperator(httpRequest: FastifyRequest, { environment }: Services): Operator {
  const { operators, mode } = environment;
  if (operators.length === 0) {
    if (mode === 'production' || !isFromThisMachine(httpRequest)) throw new ApiFailure('not_found');
    return DEVELOPER;
  }
  const receivedToken = Buffer.from(httpRequest.headers.authorization ?? '');
  const matches = ({ token }: { token: string }) => {
    const expectedToken = Buffer.from(`Bearer ${token}`);
    return (
      receivedToken.length === expectedToken.length && timingSafeEqual(receivedToken, expectedToken)
    );
  };
  const operator = operators.find(matches);
  if (!operator) {
    throw new ApiFailure('unauthorised', {
      errors: [{ code: 'unauthorised', message: wrongTokenMessage }],
    });
  }
  return operator;
}

/** Throws `invalid_input` if the number or format of arguments is wrong. */
function checkArguments({ command, args }: NonNullable<ReturnType<typeof findCommand>>) {
  const declaredArgs = command.args;
  const optionalCount = command.isVariadic ? 1 : 0;
  if (
    args.length < declaredArgs.length - optionalCount ||
    (!command.isVariadic && args.length > declaredArgs.length)
  )
    throw new ApiFailure('invalid_input', { field: 'words' });
  return args.map((value, index) => {
    const argument = declaredArgs[index] ?? declaredArgs.at(-1);
    return argument ? validateInput(argument.schema, value, `words.${argument.name}`) : value;
  });
}

/** Throws `invalid_input` if an option is unknown, missing or in the wrong format. */
function checkOptions(command: Command, receivedOptions: Readonly<Record<string, string>>) {
  const allowedOptions = command.options ?? [];
  const unknownOption = Object.keys(receivedOptions).find(
    (name) => !allowedOptions.some((option) => option.name === name),
  );
  if (unknownOption !== undefined)
    throw new ApiFailure('invalid_input', { field: `options.${unknownOption}` });
  return Object.fromEntries(
    allowedOptions
      .filter(({ name, isRequired }) => isRequired === true || receivedOptions[name] !== undefined)
      .map(({ name, schema }) => [
        name,
        validateInput(schema, receivedOptions[name], `options.${name}`),
      ]),
  );
}

/** Records the operator and the reason before running the action, and the outcome afterwards. */
async function runAndRecord(
  command: Command,
  commandInput: CommandInput,
  { operator, why }: { readonly operator: string; readonly why: string },
  services: Services,
): Promise<readonly string[]> {
  const { db, clock, messages } = services;
  const actionId = randomUUID();
  const args = (await command.auditedArgs?.(commandInput, services)) ?? commandInput.args;
  const details = await command.auditedDetails?.(commandInput, services);
  await db
    .insertInto('operator_acts')
    .values({
      uuid: actionId,
      at: new Date(clock.now()),
      operator,
      command: command.name,
      words: args.map((arg) => (v.is(uuid, arg) ? arg.toLowerCase() : arg)),
      why,
      details: details === undefined ? null : toJsonb(details),
      outcome: null,
    })
    .execute();
  const recordOutcome = (outcome: string) =>
    db.updateTable('operator_acts').set({ outcome }).where('uuid', '=', actionId).execute();
  try {
    const lines = await command.run(commandInput, services);
    await recordOutcome('done');
    // Send queued messages without waiting for the next poll.
    messages.sendUrgent();
    return lines;
  } catch (error) {
    const failure = v.isValiError(error)
      ? new ApiFailure('invalid_input', { field: 'input', cause: error })
      : error;
    await recordOutcome(failure instanceof ApiFailure ? failure.code : 'failed');
    throw failure;
  }
}
