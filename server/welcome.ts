import { brand } from '#brand';
import { type Message } from './messages/providers/delivery.ts';
import { isCode } from './messages/providers/memory-delivery.ts';
import { demoRegistrants } from './demo/registrants.ts';
import { demoAccounts } from './demo/accounts.ts';
import { demoOperators } from './demo/operators.ts';
import { type Environment } from './environment.ts';
import { QA_PATH } from './qa/qa-routes.ts';
import { regionCodeOf, regions } from '#schemas/regions.ts';
import { roles } from '#schemas/roles.ts';

interface Addresses {
  readonly address: string;
  /** Null if there is no console. */
  readonly consoleAddress: string | null;
}

const toLocalhost = (address: string) => address.replace('//127.0.0.1:', '//localhost:');

/**
 * Returns the text that is printed once the server is running, except in production. Addresses use `localhost`, like
 * the README, because browsers store the data of `localhost` and `127.0.0.1` separately.
 */
export function welcome(
  { address: appAddress, consoleAddress }: Addresses,
  environment: Environment,
): string {
  const address = toLocalhost(appAddress);
  const lines =
    environment.appDirectory === null
      ? [`The API of the ${brand.name} is at ${address}`]
      : [`${brand.name} is at ${address}`];
  if (environment.demoData) lines.push('', 'Demo accounts:', ...formatAccounts());
  if (environment.console !== null && consoleAddress !== null) {
    const { firstAdmin, directory } = environment.console;
    const name = directory === null ? 'Operators’ console API' : 'Operators’ console';
    lines.push('', `${name}: ${toLocalhost(consoleAddress)}`);
    if (environment.demoData) lines.push(...formatOperators());
    else if (firstAdmin !== null)
      lines.push(`  Sign in as ${firstAdmin}, the first administrator.`);
  }
  lines.push('', `One-time codes: here and at ${address}/dev/codes`);
  lines.push(`Emails: ${address}/dev/mail`);
  lines.push(`QA panel (network faults, local data): ${address}${QA_PATH}`);
  lines.push(`API docs: ${address}/api/docs`);
  // The most useful line comes last.
  if (environment.appDirectory === null) lines.push('', describeAppLocation(environment));
  return `${lines.join('\n')}\n`;
}

/** Describes where to find the app when this server doesn't serve it. */
function describeAppLocation({ appUrl, port }: Environment): string {
  return appUrl === `http://localhost:${port}`
    ? 'Serving the API only. Run `npm start` to build and serve the app too.'
    : `The app is at ${appUrl}`;
}

/** Formats a notice about a message that was stored instead of sent, which doesn't happen in production. */
export function formatMessageNotice(message: Message): string {
  if (!isCode(message)) return `Message to ${message.to}: ${message.template} (see /dev/mail)\n`;
  if (message.code === null) return `Message to ${message.to}: ${message.purpose}\n`;
  return `One-time code for ${message.to}: ${message.code}\n`;
}

const roleNames: ReadonlyMap<number, string> = new Map([
  [roles.owner, 'owner'],
  [roles.staff, 'staff'],
  [roles.decorOwner, 'decor owner'],
  [roles.decorStaff, 'decor staff'],
]);

function formatAccounts(): string[] {
  return align(
    [...Object.values(demoAccounts), ...Object.values(demoRegistrants)].map((account) => [
      `${account.region} ${roleNames.get(account.role) ?? ''}`,
      `${account.name} ${account.surname}`,
      account.email,
      account.phone,
    ]),
  );
}

function formatOperators(): string[] {
  return align(
    demoOperators.map(({ role, name, email, regions: ids }) => [
      `${ids.length === regions.length ? 'all' : ids.map(regionCodeOf).join(', ')} ${role.replace('_', ' ')}`,
      name,
      email,
    ]),
  );
}

function align(rows: readonly (readonly string[])[]): string[] {
  const columns = [...(rows[0]?.keys() ?? [])];
  const widths = columns.map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
