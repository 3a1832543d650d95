import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { leadRequest } from './console-examples.ts';

const poland = regionIdOf('PL');
let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
});
afterAll(() => server.close());

const why = 'agreed by phone';
const person = demoAccounts.polishOwner.userId;
const send = {
  startChat: (token: string, text: string) => {
    const body = { installer: person, title: 'Your order', text, why };
    const headers = { 'idempotency-key': randomUUID() };
    return server.operate(operatorCalls.startChat, { body, headers }, token);
  },
  createLeadRequest: (token: string, message: string) => {
    const request = { ...leadRequest, postal_code: '31-007', phone: '600 100 203', message };
    const body = { region: poland, request, why };
    const headers = { 'idempotency-key': randomUUID() };
    return server.operate(operatorCalls.createLeadRequest, { body, headers }, token);
  },
};
const roles = { startChat: 'support', createLeadRequest: 'sales' } as const;

test.each(['startChat', 'createLeadRequest'] as const)(
  'simultaneous calls of %s with the same input add one record',
  async (call) => {
    const start = async () =>
      server.startSession(await server.addOperator(grantsOf(roles[call], [poland])));
    const [token, other] = [await start(), await start()];
    const text = 'The delivery is delayed.';
    const responses = await Promise.all(Array.from({ length: 5 }, () => send[call](token, text)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const [id, ...otherIds] = new Set(responses.map(({ result }) => result.id));
    expect(otherIds).toEqual([]);
    const [otherText, otherOperator] = await Promise.all([
      send[call](token, 'Something else.'),
      send[call](other, text),
    ]);
    expect(new Set([id, otherText.result.id, otherOperator.result.id]).size).toBe(3);
    const outcomes = await server.db
      .selectFrom('operator_audit')
      .select('outcome')
      .where('act', '=', call)
      .where('kind', '=', 'outcome')
      .execute();
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  },
);
