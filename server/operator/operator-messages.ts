import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import { MAX_REASON } from '#schemas/order.ts';
import { MAX_NOTE } from '#schemas/product-rejection.ts';
import { type ApiFailure } from '../http/failure.ts';
import { type Command } from './command.ts';

type Messages = Partial<Record<ApiErrorCode, string>>;

const noCompany = 'There is no company with this id. Check the id.';
const noPerson =
  'There is no person with this id. `club people search TEXT` finds people and their ids.';
const noActivePerson =
  'There is no active person with this id. `club people search TEXT` finds people and their ids.';
const noOrder = 'There is no order with this id. `club orders` lists the open orders.';
const orderClosed =
  'This order has already been fulfilled or rejected. Only open orders can change; `club orders` lists them.';
const reasonRequired = `The reason is missing or too long. Pass 1 to ${MAX_REASON} characters with --input FILE.`;
const noLead = 'There is no lead with this id. `club leads` lists the leads with a deadline.';
const noCard =
  'No card with this number has been issued. Check the number, or issue the card with `club cards issue`.';
const noChat = 'There is no chat with this id. `club chats` lists the chats that need a reply.';
const chatFull =
  'This chat has reached its message limit. Ask the customer to start a new conversation.';
const replyRequired = `The reply is missing or too long. Pass 1 to ${MAX_CHAT_MESSAGE} characters with --input FILE.`;

const productChanged =
  'A product has changed since this version, for example by a new photo, so nothing was changed. `club projects show PROJECT` shows it and the new version.';
const reviewMessages: Messages = {
  conflict: productChanged,
  project_not_found:
    'There is no project with this id. `club projects` lists the projects in review.',
  project_not_open: 'This project was never submitted, so its products can’t be decided yet.',
  not_found:
    'Name one or more products of this project; nothing was changed. `club projects show PROJECT` lists them.',
  already_scanned:
    'The serial number of a product already counts for another product, so nothing was changed. Reject the other product first.',
  move_not_allowed:
    'A product already counts, so it needs no photo; nothing was changed. Reject it if it shouldn’t count.',
  invalid_input: `The note is missing or too long. The reason “other” needs one: pass 1 to ${MAX_NOTE} characters with --input FILE.`,
};

/** Messages by command. Each message says what happened and, if something can be done, what to do next. */
const messagesByCommand: Readonly<Record<string, Messages>> = {
  'cards issue': {
    not_found: 'There is no company with this id, or it can’t have a club card. Check the id.',
    conflict: 'This card number has already been issued. Check the number on the card.',
  },
  'vouchers encrypt': {
    conflict:
      'An import of voucher codes is being undone. Run this command again once that is done.',
  },
  'cards activate': {
    not_found: noCard,
    conflict:
      'The card was closed, or the company has another usable card or isn’t allowed to have one. Nothing was changed.',
  },
  'cards block': { not_found: noCard, conflict: 'The card was closed. Nothing was changed.' },
  'chats answer': { not_found: noChat, chat_full: chatFull, invalid_input: replyRequired },
  'chats solve': { not_found: noChat, chat_full: chatFull, invalid_input: replyRequired },
  'companies show': { not_found: noCompany },
  'companies verify': { not_found: noCompany },
  'companies leads': { not_found: noCompany },
  emulate: {
    not_found:
      'Impersonation is off on this server. Outside production, the setting FAKER_TOKENS=1 turns it on.',
    installer_not_found: 'No active person has this email address. Check the address.',
  },
  'leads offer': {
    not_found: noCompany,
    forbidden:
      'This company doesn’t take leads. Enable them with `club companies leads COMPANY on`, or choose another company if its owner has turned leads off.',
  },
  'leads reject': {
    lead_not_found: noLead,
    move_not_allowed:
      'This lead can’t be withdrawn, because it is scheduled, closed or timed out, or has already been withdrawn.',
  },
  'leads renew': {
    lead_not_found: noLead,
    not_found: 'There is no company with this id in the lead’s country.',
    forbidden:
      'This company doesn’t take leads. Enable them with `club companies leads COMPANY on`, or choose another company if its owner has turned leads off.',
    move_not_allowed:
      'This lead can’t be offered again, because it is open, scheduled or closed, or another company has it. If it has timed out or was withdrawn, name a company with `--company`.',
  },
  'news publish': {
    conflict:
      'An item with this `uuid` is published in another country. Use that country, or leave out `uuid` to publish a new item.',
  },
  'news withdraw': {
    not_found: 'This item isn’t published in this country. `club news` lists what is published.',
  },
  'operators deactivate': {
    not_found:
      'No active operator has this email address. `club operators` lists them with their addresses.',
    conflict:
      'This operator is a country’s only administrator, so nothing was changed. Appoint another in the console first.',
  },
  'orders show': {
    not_found: 'There is no order with this id. Check the id.',
  },
  'people change-email': {
    installer_not_found: noActivePerson,
    email_taken: 'Someone else has this email address, or can still restore it. Ask for another.',
    conflict: 'The person already has this email address. Nothing was changed.',
  },
  'people change-phone': {
    installer_not_found: noActivePerson,
    invalid_phone: `NUMBER must be a phone number of the company’s country. Check its digits.`,
    letters_not_allowed: 'NUMBER must be a phone number, without letters.',
    phone_taken: 'Someone else has this phone number. Ask for another.',
    conflict: 'The person already has this phone number. Nothing was changed.',
  },
  'people end-sessions': { installer_not_found: noPerson },
  'people erase': {
    installer_not_found: noPerson,
    conflict: 'This person’s data has already been erased. Nothing was changed.',
    move_not_allowed:
      'This isn’t the last owner, so the company stays open and nothing was changed. Leave out --close-company.',
    forbidden:
      'This is the last owner of the company. Register another owner first, or close the company too with --close-company: its people can then no longer sign in.',
  },
  'people show': { installer_not_found: noPerson },
  'photos save': {
    not_found:
      'There is no photo with this id. `club projects show PROJECT` lists the photos of a project.',
  },
  'orders approve': { not_found: noOrder, conflict: orderClosed },
  'orders fail': { not_found: noOrder, conflict: orderClosed, invalid_input: reasonRequired },
  'orders reject': { not_found: noOrder, conflict: orderClosed, invalid_input: reasonRequired },
  'orders complete': {
    not_found: noOrder,
    conflict: `${orderClosed} An order for a card is completed in the console, with the card’s number.`,
  },
  'projects show': { project_not_found: 'There is no project with this id. Check the id.' },
  'projects accept': {
    conflict: productChanged,
    project_not_found:
      'There is no project with this id. `club projects` lists the projects in review.',
    project_not_open:
      'This project isn’t in review. `club projects` lists the projects that can be closed.',
  },
  'products accept': reviewMessages,
  'products reject': reviewMessages,
  'products request-photo': reviewMessages,
  'setup export': {
    not_found:
      'This country isn’t set up. `/ready` lists what is missing; docs/deploy.md describes the setup.',
  },
  'serials release': {
    not_found: 'This company has no held lot with this number. `club serials` lists the held lots.',
  },
  'surveys invite': {
    not_found: 'There is no company with this id, or it has no active people. Check the id.',
    move_not_allowed:
      'This survey has ended in the company’s country. Use another key for a new survey.',
  },
};

/** Message for a missing or wrong token. */
export const wrongTokenMessage =
  'This token isn’t valid on this server. Check OPERATOR_TOKEN, and OPERATOR_TOKENS on the server.';

/** Message for a command that the operator's role doesn't allow. */
export function roleMessage(role: string, { name }: Command): string {
  return `The role “${role}” can’t run \`club ${name}\`. Ask an operator whose role allows it; docs/operator.md lists the roles.`;
}

/**
 * Replaces the messages of a failure with full sentences for operators.
 * @param command null if no command matches
 */
export function explainFailure(failure: ApiFailure, command: Command | null): ApiFailure {
  return failure.withMessages(({ code, field, message }) => {
    if (message !== apiErrorMessages[code]) return message;
    const inputMessage =
      code === 'invalid_input' ? invalidInputMessage(field ?? '', command) : undefined;
    return inputMessage ?? (command && messagesByCommand[command.name]?.[code]) ?? message;
  });
}

const requestParts: Readonly<Record<string, string>> = {
  words: 'The command',
  input: 'The input',
  why: 'The reason',
};

/** Returns the message for an invalid field. Returns undefined if the command has a more specific message. */
function invalidInputMessage(field: string, command: Command | null): string | undefined {
  const [part = '', ...path] = field.split('.');
  if (part === 'body') {
    const name = requestParts[path[0] ?? ''] ?? 'The request';
    return `${name} is missing or too long. docs/operator.md describes the commands.`;
  }
  if (command === null) return 'There is no such command. `club --help` lists all commands.';
  const usage = `\`club ${command.name.split(' ')[0]} --help\` shows the usage.`;
  if (field === 'json') return 'This command has no JSON output. Leave out --json.';
  if (field === 'why') return 'A reason is required. Add --why TEXT; it goes into the audit log.';
  if (part === 'words' && path.length === 0) return `The number of arguments is wrong. ${usage}`;
  if (part === 'words') {
    const name = path.join('.');
    const { format = 'different' } = command.args.find((arg) => arg.name === name) ?? {};
    return `${name} must be ${format}. ${usage}`;
  }
  if (part === 'options') {
    const name = path.join('.');
    const option = command.options?.find((candidate) => candidate.name === name);
    return option === undefined
      ? `This command has no option --${name}. ${usage}`
      : `--${name} must be ${option.format}. ${usage}`;
  }
  if (messagesByCommand[command.name]?.invalid_input !== undefined) return undefined;
  if (path.length > 0)
    return `\`${path.join('.')}\` is missing or invalid in the input. docs/operator.md describes it.`;
  return 'The input is missing or isn’t valid JSON. Pass it with --input FILE; docs/operator.md describes it.';
}
