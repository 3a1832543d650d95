import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { commands, OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { operatorRoles } from '#server/operator/operator-roles.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const roles = Object.keys(operatorRoles) as (keyof typeof operatorRoles)[];
const tokenOf = (role: string) => role.padEnd(40, 'x');
const subjects = new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''));

let server: ScanServer;
beforeAll(async () => {
  const operators = roles.map((role) => `${role}.one/${role}:${tokenOf(role)}`);
  server = await startScanServer({ OPERATOR_TOKENS: operators.join(',') });
});
afterAll(() => server.close());

async function codeOf(role: string, args: readonly string[]): Promise<string | null> {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: { authorization: `Bearer ${tokenOf(role)}` },
    payload: { words: args, why: 'They called.' },
  });
  const { errors = [] } = response.json<{ errors?: ApiFailure['errors'] }>();
  return errors[0]?.code ?? null;
}

describe('operator roles (security 27)', () => {
  test('a role names only existing subjects', () => {
    const namedSubjects = Object.values(operatorRoles).flatMap((role) => role.subjects ?? []);
    expect(namedSubjects.filter((subject) => !subjects.has(subject))).toEqual([]);
  });

  test.each([
    ['admin', [...subjects]],
    [
      'reader',
      [...subjects].filter(
        (subject) =>
          !['acts', 'emulate', 'operators', 'people', 'photos', 'setup'].includes(subject),
      ),
    ],
    ['support', ['chats', 'guides', 'handovers', 'messages', 'people']],
    ['sales', ['companies', 'leads', 'people', 'photos', 'products', 'projects', 'serials']],
    ['shop', ['cards', 'orders']],
    ['editor', ['news', 'surveys']],
  ])('%s can only use its subjects', async (role, ownSubjects) => {
    const openCommands: string[] = [];
    for (const { name } of commands) {
      // The arguments are missing or wrong, so an allowed operator gets an error and the command has no effect.
      const args = [...name.split(' '), ...(name.includes(' ') ? ['?', '?', '?', '?'] : [])];
      if ((await codeOf(role, args)) !== 'forbidden') openCommands.push(name);
    }
    const expected = commands.filter(
      ({ name, isAction, readsPersonalData }) =>
        ownSubjects.includes(name.split(' ')[0] ?? '') &&
        (role !== 'reader' || !(isAction || readsPersonalData)) &&
        (role !== 'sales' || !name.startsWith('people change-')) &&
        (role === 'admin' || !['people erase', 'handovers erase'].includes(name)),
    );
    expect(openCommands.toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
  });

  test('a rejected command has no effect and no record; an executed one records who ran it', async () => {
    const company = accounts.polishOwner.companyId;
    expect(await codeOf('shop', ['companies', 'leads', company, 'on'])).toBe('forbidden');
    expect(await codeOf('reader', ['companies', 'leads', company, 'on'])).toBe('forbidden');
    expect(await codeOf('sales', ['companies', 'verify', randomUUID()])).toBe('not_found');
    expect(await codeOf('sales', ['companies', 'leads', company, 'on'])).toBeNull();
    const operatorActions = await server.db
      .selectFrom('operator_acts')
      .select(['operator', 'outcome'])
      .execute();
    expect(operatorActions.filter(({ outcome }) => outcome === 'done')).toEqual([
      { operator: 'sales.one', outcome: 'done' },
    ]);
    expect(new Set(operatorActions.map(({ operator }) => operator)).has('shop.one')).toBe(false);
  });
});
