import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '#sync/http/call-error.ts';
import {
  acceptedVerdict,
  all,
  idAt,
  pushOf,
  rejectedVerdict,
  serverError,
  tooLarge,
  waitingRows,
} from './bulk-fixture.ts';

afterEach(() => vi.restoreAllMocks());

/** Counts the requests that the server has received and not answered yet. */
function countRequests() {
  let open = 0;
  let most = 0;
  return {
    most: () => most,
    /** Delays the response until other requests have arrived. */
    async respond<T>(response: () => T): Promise<T> {
      most = Math.max(most, (open += 1));
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      open -= 1;
      return response();
    },
  };
}

describe('two requests at a time', () => {
  test('are sent once the first one got a fast response', async () => {
    const { most, respond } = countRequests();
    const push = pushOf(waitingRows(9), (edits) => edits.map(acceptedVerdict), 1);
    push.holdResponses(respond);
    await push.send();
    expect([most(), push.states()]).toEqual([2, all('sent', 9)]);
    expect(push.requests.flat()).toEqual(waitingRows(9).map(({ uuid }) => uuid));
  });

  test('aren’t sent while responses take a second or longer', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { most, respond } = countRequests();
    const push = pushOf(waitingRows(6), (edits) => edits.map(acceptedVerdict), 1);
    push.holdResponses((response) => {
      now += 1_000;
      return respond(response);
    });
    await push.send();
    expect([most(), push.states()]).toEqual([1, all('sent', 6)]);
  });

  test.each([
    ['too large', tooLarge],
    ['a server error', serverError],
  ])('aren’t sent after %s, until requests have their full size again', async (_, error) => {
    const { most, respond } = countRequests();
    const push = pushOf(
      waitingRows(5),
      (edits) => {
        if (edits.length > 2) throw error();
        return edits.map(acceptedVerdict);
      },
      4,
    );
    push.holdResponses(respond);
    // A server error ends an attempt.
    for (let attempt = 0; attempt < 4; attempt += 1) await push.send().catch(() => undefined);
    expect([most(), push.states()]).toEqual([1, all('sent', 5)]);
  });

  test('all end before an error is reported, and no more are sent', async () => {
    let isOffline = true;
    const push = pushOf(
      waitingRows(9),
      (edits) => {
        if (isOffline && edits[0]?.uuid === idAt(2)) throw new CallError('offline');
        return edits.map(acceptedVerdict);
      },
      1,
    );
    await expect(push.send()).rejects.toMatchObject({ code: 'offline' });
    const sentCount = push.states().filter((state) => state === 'sent').length;
    expect(push.requests).toHaveLength(sentCount + 1);
    expect(sentCount).toBeLessThan(8);
    isOffline = false;
    await push.send();
    expect([push.requests.length, push.states()]).toEqual([10, all('sent', 9)]);
  });
});

describe('a rejection while another request is being sent', () => {
  test('isn’t final: the scan is sent again alone, after the others', async () => {
    let isNumberFree = false;
    const states: unknown[] = [];
    const push = pushOf(
      waitingRows(5),
      (edits) => {
        states.push(push.row(2)?.state);
        if (edits[0]?.uuid === idAt(2) && !isNumberFree) return edits.map(rejectedVerdict);
        isNumberFree ||= edits[0]?.uuid === idAt(4);
        return edits.map(acceptedVerdict);
      },
      1,
    );
    await push.send();
    expect(push.requests.flat()).toEqual([0, 1, 2, 3, 4, 2].map(idAt));
    expect([new Set(states), push.states()]).toEqual([new Set(['waiting']), all('sent', 5)]);
    expect(push.progress.at(-1)).toBe(5);
  });

  test('is final the second time', async () => {
    const push = pushOf(
      waitingRows(4),
      (edits) =>
        edits.map((edit) =>
          edit.uuid === idAt(1) ? rejectedVerdict(edit) : acceptedVerdict(edit),
        ),
      1,
    );
    await push.send();
    expect(push.states()).toEqual(['sent', 'refused', 'sent', 'sent']);
    expect(push.row(1)?.refusal?.code).toBe('already_scanned');
    expect(push.requests).toHaveLength(5);
  });

  test('is final the second time for any number of scans, which are sent one request at a time', async () => {
    const { most, respond } = countRequests();
    const push = pushOf(
      waitingRows(7),
      (edits) => {
        // Requests are counted once every scan has been sent.
        if (push.requests.length === 7) push.holdResponses(respond);
        return edits.map(rejectedVerdict);
      },
      1,
    );
    await push.send();
    expect([most(), push.states()]).toEqual([1, all('refused', 7)]);
    // The first scan was sent alone.
    expect(push.requests).toHaveLength(13);
  });

  test('is sent again by the next attempt, if the network fails first', async () => {
    let isOffline = false;
    const push = pushOf(
      waitingRows(4),
      (edits) => {
        if (isOffline) throw new CallError('offline');
        isOffline = push.requests.length === 4;
        const isFirst = push.requests.flat().filter((id) => id === idAt(1)).length === 1;
        return edits.map((edit) =>
          edit.uuid === idAt(1) && isFirst ? rejectedVerdict(edit) : acceptedVerdict(edit),
        );
      },
      1,
    );
    await expect(push.send()).rejects.toMatchObject({ code: 'offline' });
    expect(push.row(1)?.state).toBe('waiting');
    isOffline = false;
    await push.send();
    expect(push.states()).toEqual(all('sent', 4));
  });

  test('is final the first time, if the request was the only one', async () => {
    const push = pushOf(waitingRows(2), (edits) => edits.map(rejectedVerdict));
    await push.send();
    expect([push.requests.length, push.states()]).toEqual([1, all('refused', 2)]);
  });
});

test('removals have their verdicts before other edits are sent, which may need their numbers', async () => {
  const removalStates: unknown[] = [];
  const push = pushOf(
    waitingRows(8).map((row, index) => (index < 5 ? { ...row, deleted: true } : row)),
    (edits) => {
      if (edits[0]?.deleted === false) removalStates.push(...push.states().slice(0, 5));
      return edits.map((edit) => ({
        ...acceptedVerdict(edit),
        ...(edit.deleted && { scan: null }),
      }));
    },
    1,
    undefined,
    5,
  );
  await push.send();
  expect(new Set(removalStates)).toEqual(new Set(['sent']));
  expect(push.states()).toEqual(all('sent', 8));
});

describe('whatever the server and the network do', () => {
  const outcome = fc.oneof(
    fc.record({ kind: fc.constant('answered' as const), slow: fc.boolean(), rejected: fc.nat(3) }),
    fc.record({ kind: fc.constantFrom('offline', 'timeout', 'internal', 'payload_too_large') }),
  );

  test('every scan gets a verdict, removals first, in at most two requests at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(24),
        fc.array(outcome, { maxLength: 20 }),
        async (count, bulkSize, removalCount, outcomes) => {
          let now = 0;
          const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
          const { most, respond } = countRequests();
          const remaining = [...outcomes];
          const removedBefore: boolean[] = [];
          const rows = waitingRows(count).map((row, index) =>
            index < removalCount ? { ...row, deleted: true } : row,
          );
          const push = pushOf(
            rows,
            (edits) => {
              const next = remaining.shift();
              if (next && next.kind !== 'answered') throw new CallError(next.kind, { status: 500 });
              if (next?.slow) now += 1_000;
              const removalStates = push.states().slice(0, removalCount);
              if (edits.some(({ deleted }) => !deleted))
                removedBefore.push(!removalStates.includes('waiting'));
              return edits.map((edit, index) => {
                if (next && index < next.rejected) return rejectedVerdict(edit);
                return { ...acceptedVerdict(edit), ...(edit.deleted && { scan: null }) };
              });
            },
            bulkSize,
            undefined,
            removalCount,
          );
          push.holdResponses(respond);
          for (let attempt = 0; attempt <= outcomes.length; attempt += 1)
            await push.send().catch(() => undefined);
          expect(new Set(push.states())).not.toContain('waiting');
          // A removal that fails by itself is set aside, and others go on (F04).
          const isSetAside = outcomes.some(
            (one) => one.kind === 'internal' || (one.kind === 'answered' && one.rejected > 0),
          );
          expect(isSetAside || removedBefore.every(Boolean)).toBe(true);
          expect(most()).toBeLessThanOrEqual(2);
          expect(push.requests.length).toBeLessThan(outcomes.length + 4 * count + 1);
          clock.mockRestore();
        },
      ),
    );
  });
});
