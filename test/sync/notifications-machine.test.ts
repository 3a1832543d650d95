import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notificationFromWire } from '#schemas/from-wire.ts';
import type { Notification } from '#schemas/notification.ts';
import { nextNotification } from '#sync/entities/notifications/machine.ts';
import {
  type NotificationRow,
  notificationWire,
} from '#sync/entities/notifications/notification-row.ts';

const at = '2026-05-04T10:00:00.000Z';
const later = '2026-05-05T10:00:00.000Z';
/** Ordered edits, so that server events often concern the last or an earlier one. */
const editAt = (place: number) => `50000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const refusal = { code: 'invalid_input', message: '' };
const base: Notification = {
  uuid: '40000000-0000-4000-8000-000000000001',
  op_id: editAt(900),
  created_at: at,
  updated_at: at,
  deleted: false,
  title: 'A new lead',
  text: 'Ewa Sikora looks for an installer.',
  type: 'info',
  mark: 'unread',
  event: 'lead_new',
  meta: { ticket_uuid: null, lead_uuid: null, project_uuid: null, order_uuid: null },
};
const rowOf = (changes: Partial<Notification> = {}): NotificationRow => {
  const known = { ...base, ...changes };
  return { ...notificationFromWire(known), deleted: known.deleted };
};
const read = (row: NotificationRow, opId = editAt(0)) =>
  nextNotification(row, { type: 'read', opId });
const pull = (local: NotificationRow, row: NotificationRow) =>
  nextNotification(local, { type: 'pulled', row });

describe('a notification that was read', () => {
  test('waits to be sent to the server, and is read once', () => {
    const row = read(rowOf());
    expect(row).toMatchObject({ mark: 'read', op_id: editAt(0), state: 'waiting' });
    expect(notificationWire.nextRequest(row)).toEqual({
      call: 'markNotificationRead',
      edit: editAt(0),
      params: { id: base.uuid },
      body: { op_id: editAt(0), mark: 'read' },
    });
    expect(read(row, editAt(1))).toBe(row);
    const elsewhere = rowOf({ mark: 'read' });
    expect(read(elsewhere)).toBe(elsewhere);
  });

  test('stays read whatever the server responds: there is nothing to decide', () => {
    const row = read(rowOf());
    const refused = nextNotification(row, { type: 'refused', edit: editAt(0), refusal });
    expect(refused).toEqual({ ...row, state: 'synced' });
    expect(pull(row, rowOf({ title: 'New words' }))).toEqual({ ...row, title: 'New words' });
  });

  test('has nothing left to send if the same account has read it elsewhere', () => {
    const theirs = rowOf({ mark: 'read', op_id: editAt(901) });
    expect(pull(read(rowOf()), theirs)).toBe(theirs);
  });

  test('F43: is resent to a server that lost this, and dropped by one that doesn’t have it', () => {
    const known = rowOf({ mark: 'read', op_id: editAt(0) });
    const restore = (row: NotificationRow, server: Notification | null) =>
      nextNotification(row, { type: 'restored', server });
    expect(restore(known, base)).toEqual({ ...known, state: 'waiting' });
    expect(restore(known, { ...base, op_id: editAt(0) })).toBe(known);
    expect(restore(known, { ...base, updated_at: later })).toBe(known);
    expect(restore(known, null)).toEqual({ ...known, deleted: true });
    const unread = rowOf();
    expect(restore(unread, { ...base, op_id: editAt(902) })).toBe(unread);
  });
});

describe('a notification that was deleted', () => {
  const waiting = read(rowOf());

  test('is gone, with nothing left to send', () => {
    const gone = rowOf({ deleted: true });
    expect(pull(waiting, gone)).toBe(gone);
    expect(pull(rowOf(), gone)).toBe(gone);
  });

  test('F43: or is missing on a restored server, likewise', () => {
    const mine = { ...waiting, op_id: base.op_id };
    const gone = nextNotification(mine, { type: 'restored', server: null });
    expect(gone).toEqual({ ...mine, state: 'synced', deleted: true });
    expect(notificationWire.nextRequest(gone)).toBeNull();
  });
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('read', 'accepted', 'refused', 'pulled', 'restored'),
    edit: fc.constantFrom(editAt(0), editAt(1), editAt(900)),
    mark: fc.constantFrom('read', 'unread'),
    updated_at: fc.constantFrom(at, later),
    isGone: fc.boolean(),
  }),
  { maxLength: 10 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];

function eventOf({
  kind,
  edit,
  mark,
  updated_at,
  isGone,
}: Step): Parameters<typeof nextNotification>[1] {
  const server = { ...base, op_id: edit, mark, updated_at };
  switch (kind) {
    case 'read':
      return { type: kind, opId: edit };
    case 'accepted':
      return { type: kind, edit, notification: { ...server, mark: 'read' } };
    case 'refused':
      return { type: kind, edit, refusal };
    case 'pulled':
      return { type: kind, row: rowOf({ ...server, deleted: isGone }) };
    case 'restored':
      return { type: kind, server: isGone ? null : server };
  }
}

/** Random event sequences of a notification. */
const lives = steps.map((all) => {
  let row = rowOf();
  return all.flatMap((one) => {
    if (one.kind === 'read' && row.deleted) return [];
    const before = row;
    const event = eventOf(one);
    row = nextNotification(before, event);
    return [{ before, event, after: row }];
  });
});
type Moment = ReturnType<typeof lives.generate>['value'][number];
const always = (check: (moment: Moment) => void) =>
  fc.assert(
    fc.property(lives, (life) => life.forEach(check)),
    { numRuns: 500 },
  );

/** The server no longer has it for this user; a restored server may never have had it. */
function isTakenAway(event: Moment['event']): boolean {
  if (event.type === 'restored') return event.server === null;
  return event.type === 'pulled' && event.row.deleted;
}

describe('any sequence of events', () => {
  test('keeps a read mark waiting until the server confirms, rejects or deletes it', () => {
    always(({ before, event, after }) => {
      if (before.state !== 'waiting') return;
      if (isTakenAway(event)) return;
      expect([after.deleted, after.mark]).toEqual([false, 'read']);
      const isOfThis = 'edit' in event && event.edit === before.op_id;
      const isKnown = event.type === 'pulled' && event.row.mark === 'read';
      if (isOfThis || isKnown) return;
      expect([after.state, after.op_id]).toEqual(['waiting', before.op_id]);
    });
  });

  test('leaves nothing of a deleted notification waiting', () => {
    always(({ event, after }) => {
      if (!isTakenAway(event)) return;
      expect([after.deleted, after.state]).toEqual([true, 'synced']);
    });
  });

  test('leaves it waiting exactly if its last edit is unsent', () => {
    always(({ after }) => {
      const isWaiting = after.state === 'waiting';
      expect(notificationWire.nextRequest(after)?.edit).toBe(isWaiting ? after.op_id : undefined);
      expect(isWaiting && after.mark !== 'read').toBe(false);
    });
  });

  test('a verdict on the sent edit ends sending', () => {
    always(({ after }) => {
      if (after.state !== 'waiting') return;
      const edit = after.op_id;
      const notification: Notification = { ...base, op_id: edit, mark: 'read' };
      const taken = nextNotification(after, { type: 'accepted', edit, notification });
      expect(taken).toEqual(rowOf(notification));
      const refused = nextNotification(after, { type: 'refused', edit, refusal });
      expect(notificationWire.nextRequest(refused)).toBeNull();
    });
  });

  test('a verdict on another edit changes nothing, and repeated events are idempotent', () => {
    always(({ before, event, after }) => {
      const isOfOther = 'edit' in event && event.edit !== before.op_id;
      expect(isOfOther ? after : before).toBe(before);
      expect(nextNotification(after, event)).toEqual(after);
    });
  });
});
