import { describe, expect, it } from 'vitest';
import {
  confirmInBackground,
  confirmMany,
  confirmProduct,
} from '#src/features/scan/capture/confirmations.ts';
import type { Account } from '#src/features/scan/queries.ts';
import { validityOfVerdict } from '#schemas/scan-validity.ts';
import { CallError } from '#sync/http/call-error.ts';
import { capturedScan } from '../scan-fixture.ts';

type CallServer = Parameters<typeof confirmProduct>[0];
const product = { type: 'GGL', size: 'MK06', variant: '2070' };
const rejectingCall = (code: CallError['code'], status: number) =>
  (() => Promise.reject(new CallError(code, { status }))) as CallServer;

function recordingAccount() {
  const savedResults: [string, object][] = [];
  const scanCommands = {
    saveCheckResult: async (id: string, mark: object) => void savedResults.push([id, mark]),
  };
  return { savedResults, account: { scanCommands } as unknown as Account };
}

describe('a lookup in the registry', () => {
  it.each([
    ['product_not_found', 404, 'unknown'],
    ['type_not_allowed', 400, 'type_not_allowed'],
  ] as const)('uses %s as its result', async (code, status, verdict) => {
    await expect(confirmProduct(rejectingCall(code, status), { code: 'A-1' })).resolves.toEqual({
      status: verdict,
    });
  });

  it('reports that the registry couldn’t be reached', async () => {
    const call = rejectingCall('offline', 0);
    await expect(confirmProduct(call, { code: 'A-1' })).rejects.toMatchObject({ code: 'offline' });
  });

  it('marks nothing in the background if the registry couldn’t be reached', async () => {
    const { savedResults, account } = recordingAccount();
    const verdict = await confirmInBackground(rejectingCall('timeout', 0), account, 's1', {
      code: 'A-1',
    });
    expect([verdict, savedResults]).toEqual([null, []]);
  });

  it('marks a product that needs review as unconfirmed', async () => {
    const { savedResults, account } = recordingAccount();
    const call = (async () => ({ ...product, status: 'partial' })) as CallServer;
    await confirmInBackground(call, account, 's1', { code: 'A-1' });
    expect(savedResults).toEqual([['s1', { confirmed: false, isValid: null, refusal: null }]]);
  });

  it('reports an earlier scan of the product and marks the product, unless both are the same scan', async () => {
    const { savedResults, account } = recordingAccount();
    const earlier = { uuid: 's9', projects_id: 'p1', created_at: '2026-05-04', by: 'Ann' };
    const response = { ...product, status: 'ok', already_scanned: true, earlier };
    const call = (async () => response) as CallServer;
    await confirmInBackground(call, account, 's1', { code: 'A-1' });
    expect(savedResults).toEqual([['s1', validityOfVerdict('already_scanned', earlier)]]);
    await expect(confirmProduct(call, { code: 'A-1' }, { ownScanId: 's9' })).resolves.toEqual({
      status: 'ok',
      product: { ...product, status: 'ok' },
    });
  });
});

describe('a lookup of many products', () => {
  it('sends all products that have a number in one request', async () => {
    const { savedResults, account } = recordingAccount();
    const bodies: unknown[] = [];
    const call = (async (_call: unknown, { body }: { body: { scans: { code: string }[] } }) => {
      bodies.push(body);
      return { data: body.scans.map(({ code }) => ({ code, status: 'unknown' })) };
    }) as unknown as CallServer;
    const scans = [
      capturedScan({ serial_number: 'A-1' }),
      capturedScan({ uuid: 's2', serial_number: null, is_unique: false }),
    ];
    const verdicts = await confirmMany(call, account, scans, new AbortController().signal);
    expect(bodies).toEqual([{ scans: [{ code: 'A-1', ...product }] }]);
    expect([...verdicts]).toEqual([['s1', 'unknown']]);
    expect(savedResults).toEqual([['s1', validityOfVerdict('unknown')]]);
  });

  it('sends at most 500 products per request, and none after being aborted', async () => {
    const { savedResults, account } = recordingAccount();
    const abort = new AbortController();
    const sizes: number[] = [];
    const call = (async (
      _call: unknown,
      { body }: { body: { scans: { code: string }[] } },
      { signal }: { signal: AbortSignal },
    ) => {
      if (signal.aborted) throw new CallError('cancelled', { status: 499 });
      sizes.push(body.scans.length);
      abort.abort();
      return { data: body.scans.map(({ code }) => ({ code, status: 'ok' })) };
    }) as unknown as CallServer;
    const scans = Array.from({ length: 501 }, (_, index) =>
      capturedScan({ uuid: `s${index}`, serial_number: `A-${index}` }),
    );
    const confirming = confirmMany(call, account, scans, abort.signal);
    await expect(confirming).rejects.toMatchObject({ code: 'cancelled' });
    expect(sizes).toEqual([500]);
    expect(savedResults).toHaveLength(500);
  });

  it('treats a product that was already scanned like a rejected one', () => {
    const refusal = { code: 'already_scanned', message: '' };
    expect(validityOfVerdict('already_scanned')).toEqual({
      confirmed: true,
      isValid: false,
      refusal,
    });
    expect(validityOfVerdict('ok')).toEqual({ confirmed: true, isValid: true, refusal: null });
  });
});
