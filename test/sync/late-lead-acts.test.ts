import { expect, test } from 'vitest';
import type { LeadActPorts, LeadActs } from '#sync/lead-acts.ts';
import { lateLeadActs } from '#sync/late-lead-acts.ts';

const id = '30000000-0000-4000-8000-000000000001';
// Only handed on: the acts below do not look into them.
const ports = {} as LeadActPorts;

test('the acts are loaded with the first of them, once, and each is handed on', async () => {
  const asked: unknown[][] = [];
  let loads = 0;
  const names = Object.keys(lateLeadActs(ports)) as (keyof LeadActs)[];
  const acts = Object.fromEntries(
    names.map((name) => [name, (...input: unknown[]) => void asked.push([name, ...input])]),
  );
  const late = lateLeadActs(ports, () => {
    loads += 1;
    return Promise.resolve({ createLeadActs: () => acts as unknown as LeadActs });
  });
  expect(loads).toBe(0);
  await Promise.all(names.map((name) => (late[name] as (id: string) => Promise<unknown>)(id)));
  expect(loads).toBe(1);
  expect(asked).toEqual(names.map((name) => [name, id]));
});

test('code that can not be had is asked for again with the next act', async () => {
  let loads = 0;
  const late = lateLeadActs(ports, () => {
    loads += 1;
    return Promise.reject(new TypeError('no such chunk'));
  });
  await expect(late.noteLead(id, '')).rejects.toMatchObject({ code: 'code_missing' });
  await expect(late.noteLead(id, '')).rejects.toMatchObject({ code: 'code_missing' });
  expect(loads).toBe(2);
});
