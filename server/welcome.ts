import { brand } from '#brand';
import { type Message } from './messages/providers/delivery.ts';
import { isCode } from './messages/providers/memory-delivery.ts';
import { demoRegistrants } from './demo/registrants.ts';
import { demoAccounts } from './demo/accounts.ts';
import { type Environment } from './environment.ts';
import { roles } from '#schemas/roles.ts';

/** What is printed when the server is up, for whoever started it by hand; not in production. */
export function welcome(address: string, environment: Environment): string {
  const lines =
    environment.appDirectory === null
      ? [`The API of the ${brand.name} is at ${address}`]
      : [`${brand.name} is at ${address}`];
  if (environment.demoData) lines.push('', 'Demo accounts:', ...accountTable());
  lines.push('', `One-time codes appear here and at ${address}/dev/codes`);
  lines.push(`E-mails are shown at ${address}/dev/mail`);
  lines.push(`The API is described at ${address}/api/docs`);
  // What is wanted most stands last.
  if (environment.appDirectory === null) lines.push('', appPlace(environment));
  return `${lines.join('\n')}\n`;
}

/** Somebody else serves the app, or nobody. */
function appPlace({ appUrl, port }: Environment): string {
  return appUrl === `http://localhost:${port}`
    ? 'The app is not served: `npm start` builds and serves it, `npm run dev` beside the API.'
    : `The app is at ${appUrl}`;
}

/** How a message that was not sent is shown. Only where they are kept, so never in production. */
export function messageNotice(message: Message): string {
  if (!isCode(message)) return `Told to ${message.to}: ${message.template} (see /dev/mail)\n`;
  if (message.code === null) return `Told to ${message.to}: ${message.purpose}\n`;
  return `One-time code for ${message.to}: ${message.code}\n`;
}

const roleNames: ReadonlyMap<number, string> = new Map([
  [roles.owner, 'owner'],
  [roles.staff, 'staff'],
  [roles.decorOwner, 'decor owner'],
  [roles.decorStaff, 'decor staff'],
]);

function accountTable(): string[] {
  const rows = [...Object.values(demoAccounts), ...Object.values(demoRegistrants)].map(
    (account) => [
      `${account.region} ${roleNames.get(account.role) ?? ''}`,
      `${account.name} ${account.surname}`,
      account.email,
      account.phone,
    ],
  );
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
