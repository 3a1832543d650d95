import { describe, expect, it } from 'vitest';
import { unsentReason } from '#src/features/scan/unsent-reason.ts';

const online = { connection: 'online', phase: 'syncing' } as const;
const scan = (state: string, waitsFor: 'photo' | null = null) =>
  ({ kind: 'scan', state, waitsFor }) as const;
const closing = (state: string) => ({ kind: 'closing', state }) as const;

describe('why something is not sent yet', () => {
  it.each([
    ['refused', scan('refused'), { connection: 'offline', phase: 'waiting' }],
    ['choose_project', scan('captured'), { connection: 'offline', phase: 'waiting' }],
    ['products', closing('held'), online],
    ['sign_in', scan('waiting'), { connection: 'online', phase: 'blocked' }],
    ['maintenance', scan('waiting'), { connection: 'maintenance', phase: 'waiting' }],
    ['offline', scan('waiting', 'photo'), { connection: 'offline', phase: 'waiting' }],
    ['photo', scan('waiting', 'photo'), online],
    ['retry', closing('waiting'), { connection: 'online', phase: 'waiting' }],
    ['sending', scan('waiting'), online],
    ['refused', closing('refused'), online],
  ] as const)('%s', (reason, item, status) => {
    expect(unsentReason(item, status)).toBe(reason);
  });
});
