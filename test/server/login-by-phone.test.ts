import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type MemberPhone } from '#server/access/access-tables.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '1000' } });
});
beforeEach(() => {
  server.clock.advance(DAY_MS);
});
afterAll(() => server.close());

describe('a code by phone', () => {
  test.each([
    ['IT', '+390612345678', ['06 1234 5678', '0612345678', '0039 06 1234 5678']],
    ['HU', '+36301234567', ['06 30 123 4567', '0630/1234567', '30 123 4567', '+36 30 123 4567']],
    ['LT', '+37061234567', ['8 612 34567', '861234567', '00370 612 34567', '612-34567']],
    ['UA', '+380671234567', ['067 123 45 67', '0671234567', '00380671234567', '8 067 123 45 67']],
    ['TR', '+905321234567', ['0 (532) 123 45 67', '05321234567', '532 123 45 67']],
  ] as const)('can be requested with the national numbers of %s', async (region, phone, typed) => {
    await server.db
      .updateTable('installers')
      .set({ phone: phone as MemberPhone })
      .where('id', '=', accounts.polishStaff.id)
      .execute();
    for (const number of typed) {
      const challenge = await server.call(calls.requestSignInCode, {
        body: { phone: number, region },
      });
      expect(challenge.result.user_id).toBe(accounts.polishStaff.id);
      expect(server.delivery.codes()[0]?.to).toBe(phone);
    }
  });

  test.each(['call me', '1234', '', '501 234 567 / 602 345 678', '+48 22 123 45 67 wew. 12'])(
    'can’t be requested by “%s”',
    async (phone) => {
      const challenge = await server.call(calls.requestSignInCode, {
        body: { phone, region: 'PL' },
      });
      expect([challenge.status, challenge.code]).toEqual([400, 'invalid_input']);
    },
  );

  test('can be requested with the number in any format', async () => {
    for (const phone of [
      '0048500000001',
      '+48 500 000 001',
      '500–000−001',
      '\u202a+48 500 000 001\u202c',
      '(+48) 500.000/001',
      '５００ ０００ ００１',
      'tel:+48-500-000-001',
      '500·000·001',
      '0 500 000 001',
    ]) {
      const challenge = await server.call(calls.requestSignInCode, {
        body: { phone, region: 'PL' },
      });
      expect(challenge.result.user_id).toBe(accounts.polishOwner.id);
    }
  });
});
