import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';
import { createServerClock, SERVER_CLOCK_KEY } from '#sync/http/server-clock.ts';

const real = Date.parse('2026-05-04T10:00:00.000Z');

/** A device with a clock offset in ms and its store. */
function device(offset: number) {
  const texts = new Map<string, string>();
  const state = { time: real, offset };
  const clock = () => state.time + state.offset;
  const store = {
    get: (key: string) => texts.get(key) ?? null,
    set: (key: string, value: string) => void texts.set(key, value),
  };
  return {
    texts,
    pass: (ms: number) => (state.time += ms),
    correct: () => (state.offset = 0),
    now: () => state.time,
    clock,
    set: (offset: number) => (state.offset = offset),
    start: () => createServerClock(clock, store, () => state.time - real),
  };
}
type Device = ReturnType<typeof device>;
const respond = ({ now, clock }: Device, server: ReturnType<Device['start']>) =>
  server.adjust(new Date(now()).toUTCString(), clock());
const isClose = (first: number, second: number) => Math.abs(first - second) <= 2_000;

describe('F35: a device’s wrong clock', () => {
  test('is corrected by the first response, however far it is ahead or behind', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000 * DAY_MS, max: 5_000 * DAY_MS }), (offset) => {
        const phone = device(offset);
        const server = phone.start();
        respond(phone, server);
        expect(isClose(server.now(), real)).toBe(true);
      }),
    );
  });

  test.each([400 * DAY_MS, -400 * DAY_MS, HOUR_MS, 0])(
    'that is off by %s ms is corrected from the beginning of the next start',
    (offset) => {
      const phone = device(offset);
      respond(phone, phone.start());
      phone.pass(3 * DAY_MS);
      expect(isClose(phone.start().now(), phone.now())).toBe(true);
    },
  );

  test.each([400 * DAY_MS, -400 * DAY_MS])(
    'that was off by %s ms isn’t corrected after the device’s clock has been set right',
    (offset) => {
      const phone = device(offset);
      respond(phone, phone.start());
      phone.pass(2 * DAY_MS);
      phone.correct();
      expect(phone.start().now()).toBe(phone.now());
    },
  );

  test('an unreadable stored correction is ignored', () => {
    for (const text of ['', 'x', '1e400 5', 'NaN NaN', '{}']) {
      const phone = device(0);
      phone.texts.set(SERVER_CLOCK_KEY, text);
      expect(phone.start().now()).toBe(real);
    }
  });

  test('a clock that agrees with responses isn’t corrected: scans keep their order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }),
        fc.array(fc.record({ pause: fc.nat(900), outbound: fc.nat(300), inbound: fc.nat(300) })),
        (offset, calls) => {
          const phone = device(offset);
          const server = phone.start();
          respond(phone, server);
          let last = server.now();
          for (const { pause, outbound, inbound } of calls) {
            phone.pass(pause);
            const sentAt = phone.clock();
            phone.pass(outbound);
            const date = new Date(phone.now()).toUTCString();
            phone.pass(inbound);
            server.adjust(date, sentAt);
            expect(server.now()).toBeGreaterThanOrEqual(last);
            expect(isClose(server.now(), phone.now())).toBe(true);
            last = server.now();
          }
        },
      ),
    );
  });

  test('a response without a date corrects nothing', () => {
    const phone = device(DAY_MS);
    const server = phone.start();
    server.adjust(null, phone.clock());
    server.adjust('soon', phone.clock());
    expect(server.now()).toBe(real + DAY_MS);
  });
});

describe('F35: the clock of a device', () => {
  test.each([
    ['corrected after being behind', -400 * DAY_MS, 0],
    ['corrected after being ahead', 400 * DAY_MS, 0],
    ['set back', 0, -400 * DAY_MS],
    ['set back further', -2 * DAY_MS, -400 * DAY_MS],
    ['set back by an hour', 0, -HOUR_MS],
  ])('that is %s while the app runs doesn’t change the server’s time', (_name, offset, next) => {
    const phone = device(offset);
    const server = phone.start();
    respond(phone, server);
    phone.pass(60_000);
    phone.set(next);
    expect(isClose(server.now(), phone.now())).toBe(true);
    phone.pass(HOUR_MS);
    expect(isClose(server.now(), phone.now())).toBe(true);
    expect(Number.isInteger(server.now())).toBe(true);
    respond(phone, server);
    expect(isClose(server.now(), phone.now())).toBe(true);
  });

  test('that is 13 hours behind stays corrected for days without a response', () => {
    const phone = device(-13 * HOUR_MS);
    const server = phone.start();
    respond(phone, server);
    phone.pass(3 * DAY_MS);
    expect(isClose(server.now(), phone.now())).toBe(true);
  });
});
