import { describe, expect, it } from 'vitest';
import {
  confirmInBackground,
  confirmMany,
  confirmProduct,
} from '#src/features/scan/confirmations.ts';
import type { Account } from '#src/features/scan/queries.ts';
import { CallError } from '#sync/call-error.ts';
import { capturedScan } from './scan-fixture.ts';

type CallServer = Parameters<typeof confirmProduct>[0];
const product = { type: 'GGL', size: 'MK06', variant: '2070' };
const refusing = (code: CallError['code'], status: number) =>
  (() => Promise.reject(new CallError(code, { status }))) as CallServer;

function noting() {
  const notes: [string, object][] = [];
  const scanActs = {
    noteConfirmation: async (id: string, mark: object) => void notes.push([id, mark]),
  };
  return { notes, account: { scanActs } as unknown as Account };
}

describe('asking the registry', () => {
  it.each([
    ['product_not_found', 404, 'unknown'],
    ['type_not_allowed', 400, 'type_not_allowed'],
  ] as const)('takes %s as its word', async (code, status, verdict) => {
    await expect(confirmProduct(refusing(code, status), { code: 'A-1' })).resolves.toEqual({
      status: verdict,
    });
  });

  it('passes on that nobody could be asked', async () => {
    const call = refusing('offline', 0);
    await expect(confirmProduct(call, { code: 'A-1' })).rejects.toMatchObject({ code: 'offline' });
  });

  it('marks nothing in the background when nobody could be asked', async () => {
    const { notes, account } = noting();
    const verdict = await confirmInBackground(refusing('timeout', 0), account, 's1', {
      code: 'A-1',
    });
    expect([verdict, notes]).toEqual([null, []]);
  });

  it('marks what needs checking as not confirmed', async () => {
    const { notes, account } = noting();
    const call = (async () => ({ ...product, status: 'partial' })) as CallServer;
    await confirmInBackground(call, account, 's1', { code: 'A-1' });
    expect(notes).toEqual([['s1', { confirmed: false, isValid: null }]]);
  });

  it('asks about many in one go, without those that have no number', async () => {
    const { notes, account } = noting();
    const bodies: unknown[] = [];
    const call = (async (_call: unknown, { body }: { body: { scans: { code: string }[] } }) => {
      bodies.push(body);
      return { data: body.scans.map(({ code }) => ({ code, status: 'unknown' })) };
    }) as unknown as CallServer;
    const verdicts = await confirmMany(call, account, [
      capturedScan({ serial_number: 'A-1' }),
      capturedScan({ uuid: 's2', serial_number: null, is_unique: false }),
    ]);
    expect(bodies).toEqual([{ scans: [{ code: 'A-1', ...product }] }]);
    expect([...verdicts]).toEqual([['s1', 'unknown']]);
    expect(notes).toEqual([['s1', { confirmed: true, isValid: false }]]);
  });
});
