import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => server.close());

describe('getting in', () => {
  test('a person signs in by the code that was sent and is themselves', async () => {
    const token = await server.signInAs('polishOwner');
    const self = await server.call(calls.self, {}, token.token);
    expect(self.status).toBe(200);
    expect(self.result.email).toBe('person1@example.com');
    expect(self.result.company.name).toBe('Company 1');
  });
});
