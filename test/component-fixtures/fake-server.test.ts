import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { startFakeServer } from './fake-server.ts';

const url = (path: string) => `https://club.example/api${path}`;

test('a fake server returns responses that follow the contract, and empty lists', async () => {
  const server = startFakeServer();
  server.respond(calls.ping, { time: '2026-05-04T10:00:00.000Z', epoch: 'test' });
  const ping = await server.fetch(url('/v1/ping'));
  expect([ping.status, await ping.json()]).toMatchObject([200, { epoch: 'test' }]);
  const list = await server.fetch(url('/v1/club-card/history'));
  expect(await list.json()).toMatchObject({ data: [] });
  server.refuse(calls.ping, 'maintenance');
  expect((await server.fetch(url('/v1/ping'))).status).toBe(503);
  expect(server.problems).toEqual([]);
});

test('the fake server reports responses and requests that break the contract, and calls without a response', async () => {
  const server = startFakeServer();
  server.respond(calls.ping, { time: 'now', epoch: 'test' });
  const responses = [
    await server.fetch(url('/v1/ping')),
    await server.fetch(url('/v1/unknown')),
    await server.fetch(url('/v1/installer/user/self')),
    await server.fetch(url('/v1/project'), { method: 'POST', body: '{}' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
  expect(server.problems.map((problem) => problem.split(': ')[0])).toEqual([
    'GET /v1/ping',
    'GET /v1/unknown',
    'GET /v1/installer/user/self',
    'POST /v1/project',
  ]);
  expect(server.bodies(calls.createProject)).toEqual([]);
});
