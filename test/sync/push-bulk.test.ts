import { describe, expect, test } from 'vitest';
import type { ScanEdit } from '#schemas/api/scan-calls.ts';
import { CallError } from '#sync/http/call-error.ts';
import {
  all,
  type Respond,
  idAt,
  pushOf,
  waitingRows,
  serverError,
  acceptedVerdict,
  tooLarge,
} from './bulk-fixture.ts';

describe('F07: a request that is too large', () => {
  test('is halved, down to one scan, and grows again; each scan gets one verdict', async () => {
    const push = pushOf(waitingRows(5), (edits) => {
      if (edits.length > 2) throw tooLarge();
      return edits.map(acceptedVerdict);
    });
    await push.send();
    expect(push.states()).toEqual(all('sent', 5));
    expect(push.sizes()).toEqual([5, 3, 2, 3, 2, 1]);
    expect(push.progress.at(-1)).toBe(5);
  });

  test('rejects the one scan that is too large by itself', async () => {
    const push = pushOf(waitingRows(3), (edits) => {
      if (edits.some(({ uuid }) => uuid === idAt(1))) throw tooLarge();
      return edits.map(acceptedVerdict);
    });
    await push.send();
    expect(push.states()).toEqual(['sent', 'refused', 'sent']);
    expect(push.row(1)?.refusal).toEqual({ code: 'payload_too_large', message: '' });
  });

  test('isn’t resent immediately if it timed out; the next attempt continues there with half the size', async () => {
    const push = pushOf(waitingRows(4), (edits) => {
      if (edits.length > 2) throw new CallError('timeout');
      return edits.map(acceptedVerdict);
    });
    await expect(push.send()).rejects.toMatchObject({ code: 'timeout' });
    expect([push.sizes(), push.states()]).toEqual([[4], all('waiting', 4)]);
    await push.send();
    expect([push.sizes(), push.states()]).toEqual([[4, 2, 2], all('sent', 4)]);
  });
});

describe('F17: a server that fails temporarily', () => {
  test.each([
    ['unavailable', 503],
    ['server_full', 507],
  ] as const)('and reports it with %s causes no rejection', async (code, status) => {
    let requests = 0;
    const push = pushOf(waitingRows(4), (edits) => {
      requests += 1;
      if (requests % 4 !== 0) throw new CallError(code, { status });
      return edits.map(acceptedVerdict);
    });
    for (let attempt = 1; attempt < 4; attempt += 1) {
      await expect(push.send()).rejects.toMatchObject({ code });
      expect(push.states()).toEqual(all('waiting', 4));
    }
    await push.send();
    expect(push.states()).toEqual(all('sent', 4));
  });
});

describe('F04: a scan on which the server fails', () => {
  test('F17: is retried after the others, is never rejected for that reason, and is sent later', async () => {
    let isServerUp = false;
    const push = pushOf(waitingRows(4), (edits) => {
      if (!isServerUp && edits.some(({ uuid }) => uuid === idAt(1))) throw serverError();
      return edits.map(acceptedVerdict);
    });
    for (let attempt = 0; attempt < 9; attempt += 1)
      await expect(push.send()).rejects.toMatchObject({ code: 'internal' });
    expect(push.states()).toEqual(['sent', 'waiting', 'sent', 'sent']);
    isServerUp = true;
    await push.send();
    expect(push.states()).toEqual(all('sent', 4));
  });

  test('F08: isn’t treated as faulty if the server fails on all scans', async () => {
    const push = pushOf(waitingRows(8), () => {
      throw serverError();
    });
    const requests: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = push.requests.length;
      await expect(push.send()).rejects.toMatchObject({ code: 'internal' });
      requests.push(push.requests.length - before);
    }
    expect(push.states()).toEqual(all('waiting', 8));
    // Three single failures are enough to stop.
    expect(requests).toEqual([1, 1, 1, 3, 3, 3]);
  });
});

describe('F08: consecutive scans on which the server fails', () => {
  /** Returns the ids sent in the given number of attempts, if the server fails on all scans except the given ones. */
  const sentWithin = async (attempts: number, ...working: number[]) => {
    const isHandled = ({ uuid }: ScanEdit) => working.map(idAt).includes(uuid);
    const answer: Respond = (edits) => {
      if (!edits.every(isHandled)) throw serverError();
      return edits.map(acceptedVerdict);
    };
    const push = pushOf(waitingRows(6), answer, 1);
    for (let index = 0; index < attempts; index += 1)
      await expect(push.send()).rejects.toMatchObject({ code: 'internal' });
    return push.requests.map(([id = '']) => Number(id.slice(-12)));
  };

  test('end the attempt after three, each sent once; so does the next attempt', async () => {
    expect(await sentWithin(1)).toEqual([0, 1, 2]);
    expect(await sentWithin(1, 0)).toEqual([0, 1, 2, 3]);
    expect(await sentWithin(2, 3, 4, 5)).toEqual([0, 1, 2, 2, 3, 4, 5, 0, 1]);
  });

  test('don’t end the attempt after two if the next one succeeds: the count restarts', async () => {
    expect(await sentWithin(1, 2)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await sentWithin(1, 1)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('an error unrelated to the scans', () => {
  test.each(['offline', 'not_an_answer', 'maintenance', 'unknown_shape'] as const)(
    '(%s) leaves them waiting unchanged, to be resent in the same batch size',
    async (code) => {
      let isServerUp = false;
      const push = pushOf(waitingRows(3), (edits) => {
        if (!isServerUp) throw new CallError(code);
        return edits.map(acceptedVerdict);
      });
      await expect(push.send()).rejects.toMatchObject({ code });
      expect(push.states()).toEqual(all('waiting', 3));
      isServerUp = true;
      await push.send();
      expect([push.sizes(), push.states()]).toEqual([[3, 3], all('sent', 3)]);
    },
  );

  test('F15: an unreadable verdict is kept as a rejection and reported; the others count', async () => {
    const push = pushOf(waitingRows(3), (edits) =>
      edits
        .map(acceptedVerdict)
        .map((one, index) => (index === 1 ? { ...one, status: 299 as 200 } : one)),
    );
    await push.send();
    expect(push.states()).toEqual(['sent', 'refused', 'sent']);
    expect(push.row(1)?.refusal?.code).toBe('unknown_shape');
    expect(push.log.events().map(({ code }) => code)).toEqual(['unknown_shape']);
  });
});

test('F43: a restored server’s rejection doesn’t count: the scans are sent again', async () => {
  let isRestored = true;
  const push = pushOf(
    waitingRows(3),
    (edits) =>
      edits.map((edit) => ({
        ...acceptedVerdict(edit),
        ...(isRestored && {
          status: 409,
          scan: null,
          error: { code: 'conflict' as const, message: '' },
        }),
      })),
    250,
    {
      start: () => () => {
        const isSameHistory = !isRestored;
        isRestored = false;
        return Promise.resolve(isSameHistory);
      },
    },
  );
  await push.send();
  expect([push.sizes(), push.states()]).toEqual([[3, 3], all('sent', 3)]);
});
