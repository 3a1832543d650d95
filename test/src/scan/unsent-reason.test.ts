import { describe, expect, it } from 'vitest';
import { unsentReason } from '#src/features/scan/unsent-reason.ts';

const online = { connection: 'online', phase: 'syncing', uploading: null } as const;
const offline = { ...online, connection: 'offline', phase: 'waiting' } as const;
const scan = (state: string, photo: string | null = null) =>
  ({ kind: 'scan', state, photo }) as const;
const closing = (state: string) => ({ kind: 'closing', state }) as const;

describe('why something is not sent yet', () => {
  it.each([
    ['refused', scan('refused'), offline],
    ['choose_project', scan('captured'), offline],
    ['products', closing('held'), online],
    ['sign_in', scan('waiting'), { ...online, phase: 'blocked' }],
    ['maintenance', scan('waiting'), { ...offline, connection: 'maintenance' }],
    ['offline', scan('waiting', 'photo'), offline],
    ['photo', scan('waiting', 'photo'), online],
    ['photo', scan('waiting', 'photo'), { ...online, uploading: 'another' }],
    ['photo_sending', scan('waiting', 'photo'), { ...online, uploading: 'photo' }],
    ['retry', closing('waiting'), { ...online, phase: 'waiting' }],
    ['sending', scan('waiting'), online],
    ['refused', closing('refused'), online],
  ] as const)('%s', (reason, item, status) => {
    expect(unsentReason(item, status)).toBe(reason);
  });
});
