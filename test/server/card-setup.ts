import { calls } from '#schemas/api/calls.ts';
import { issueCard, setCardStatus } from '#server/card/issue-card.ts';
import type { TestApp } from './test-app.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let cardCount = 0;
/** Returns an unused card number. */
export function nextCardNumber(): string {
  cardCount += 1;
  return `48${String(cardCount).padStart(8, '0')}`;
}

/** Enables the club card for the companies of these accounts. */
export async function enableCards(server: TestApp, ...keys: AccountKey[]): Promise<void> {
  const ids = keys.map((key) => accounts[key].companyId);
  await server.db
    .updateTable('companies')
    .set({ has_edenred_card: true, edenred_card: null })
    .where('id', 'in', ids)
    .execute();
  await server.db.deleteFrom('club_cards').where('company_id', 'in', ids).execute();
}

/**
 * Issues a card to the account's company.
 * @returns its number
 */
export async function issueCardTo(server: TestApp, key: AccountKey): Promise<string> {
  const number = nextCardNumber();
  await issueCard(accounts[key].companyId, number, server.services);
  return number;
}

/** Registers a card number on behalf of the account's company. */
export function registerCardNumber(
  server: TestApp,
  number: string,
  account: AccountKey,
  token: string,
) {
  const params = { id: accounts[account].companyId };
  return server.call(
    calls.registerClubCard,
    { params, body: { card_serial_number: number } },
    token,
  );
}

/**
 * Issues and activates a card for the account's company.
 * @returns its number
 */
export async function activateCard(
  server: TestApp,
  key: AccountKey,
  token: string,
): Promise<string> {
  const number = await issueCardTo(server, key);
  const { status } = await registerCardNumber(server, number, key, token);
  if (status !== 200) throw new Error(`Registering the card returned ${status}.`);
  await setCardStatus(number, 'ACTIVE', server.services);
  return number;
}
