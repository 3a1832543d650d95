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
const editAt = (index: number) => `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
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
  const notification = { ...base, ...changes };
  return { ...notificationFromWire(notification), deleted: notification.deleted };
};
const read = (row: NotificationRow, opId = editAt(0)) =>
  nextNotification(row, { type: 'read', opId });
const pull = (local: NotificationRow, row: NotificationRow) =>
  nextNotification(local, { type: 'pulled', row });

describe('a notification that was read', () => {
  test('waits to be sent to the server, and is marked once', () => {
    const row = read(rowOf());
    expect(row).toMatchObject({ mark: 'read', op_id: editAt(0), state: 'waiting' });
    expect(notificationWire.nextRequest(row)).toEqual({
      call: 'markNotificationRead',
      edit: editAt(0),
      params: { id: base.uuid },
      body: { op_id: editAt(0), mark: 'read' },
    });
    expect(read(row, editAt(1))).toBe(row);
    const readElsewhere = rowOf({ mark: 'read' });
    expect(read(readElsewhere)).toBe(readElsewhere);
  });

  test('stays read after every response from the server', () => {
    const row = read(rowOf());
    const rejectedRow = nextNotification(row, { type: 'rejected', edit: editAt(0), refusal });
    expect(rejectedRow).toEqual({ ...row, state: 'synced' });
    expect(pull(row, rowOf({ title: 'New words' }))).toEqual({ ...row, title: 'New words' });
  });

  test('has nothing left to send if the same person has read it on another device', () => {
    const changedElsewhere = rowOf({ mark: 'read', op_id: editAt(901) });
    expect(pull(read(rowOf()), changedElsewhere)).toBe(changedElsewhere);
  });

  test('F43: is marked again on a server that lost the mark, and deleted if the server lost the notification', () => {
    const alreadyRead = rowOf({ mark: 'read', op_id: editAt(0) });
    const restore = (row: NotificationRow, server: Notification | null) =>
      nextNotification(row, { type: 'restored', server });
    expect(restore(alreadyRead, base)).toEqual({ ...alreadyRead, state: 'waiting' });
    expect(restore(alreadyRead, { ...base, op_id: editAt(0) })).toBe(alreadyRead);
    expect(restore(alreadyRead, { ...base, updated_at: later })).toBe(alreadyRead);
    expect(restore(alreadyRead, null)).toEqual({ ...alreadyRead, deleted: true });
    const unreadRow = rowOf();
    expect(restore(unreadRow, { ...base, op_id: editAt(902) })).toBe(unreadRow);
  });
});

describe('a notification that was deleted', () => {
  const waitingRow = read(rowOf());

  test('is removed, with nothing left to send', () => {
    const removedRow = rowOf({ deleted: true });
    expect(pull(waitingRow, removedRow)).toBe(removedRow);
    expect(pull(rowOf(), removedRow)).toBe(removedRow);
  });

  test('F43: is dropped if it is missing on a restored server', () => {
    const localRow = { ...waitingRow, op_id: base.op_id };
    const removedRow = nextNotification(localRow, { type: 'restored', server: null });
    expect(removedRow).toEqual({ ...localRow, state: 'synced', deleted: true });
    expect(notificationWire.nextRequest(removedRow)).toBeNull();
  });
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('read', 'accepted', 'rejected', 'pulled', 'restored'),
    edit: fc.constantFrom(editAt(0), editAt(1), editAt(900)),
    mark: fc.constantFrom('read', 'unread'),
    updated_at: fc.constantFrom(at, later),
    isDeleted: fc.boolean(),
  }),
  { maxLength: 10 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];

function eventOf({
  kind,
  edit,
  mark,
  updated_at,
  isDeleted,
}: Step): Parameters<typeof nextNotification>[1] {
  const server = { ...base, op_id: edit, mark, updated_at };
  switch (kind) {
    case 'read':
      return { type: kind, opId: edit };
    case 'accepted':
      return { type: kind, edit, notification: { ...server, mark: 'read' } };
    case 'rejected':
      return { type: kind, edit, refusal };
    case 'pulled':
      return { type: kind, row: rowOf({ ...server, deleted: isDeleted }) };
    case 'restored':
      return { type: kind, server: isDeleted ? null : server };
  }
}

/** Random event sequences of a notification. */
const histories = steps.map((all) => {
  let row = rowOf();
  return all.flatMap((one) => {
    if (one.kind === 'read' && row.deleted) return [];
    const before = row;
    const event = eventOf(one);
    row = nextNotification(before, event);
    return [{ before, event, after: row }];
  });
});
type Moment = ReturnType<typeof histories.generate>['value'][number];
const forEveryMoment = (check: (moment: Moment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 500 },
  );

/** The server no longer has it for this user; a restored server may never have had it. */
function isRemoval(event: Moment['event']): boolean {
  if (event.type === 'restored') return event.server === null;
  return event.type === 'pulled' && event.row.deleted;
}

describe('any sequence of events', () => {
  test('keeps a read mark waiting until the server confirms, rejects or deletes it', () => {
    forEveryMoment(({ before, event, after }) => {
      if (before.state !== 'waiting') return;
      if (isRemoval(event)) return;
      expect([after.deleted, after.mark]).toEqual([false, 'read']);
      const isForThisEdit = 'edit' in event && event.edit === before.op_id;
      const isKnown = event.type === 'pulled' && event.row.mark === 'read';
      if (isForThisEdit || isKnown) return;
      expect([after.state, after.op_id]).toEqual(['waiting', before.op_id]);
    });
  });

  test('leaves nothing waiting for a deleted notification', () => {
    forEveryMoment(({ event, after }) => {
      if (!isRemoval(event)) return;
      expect([after.deleted, after.state]).toEqual([true, 'synced']);
    });
  });

  test('leaves the notification waiting if, and only if, its last edit is unsent', () => {
    forEveryMoment(({ after }) => {
      const isWaiting = after.state === 'waiting';
      expect(notificationWire.nextRequest(after)?.edit).toBe(isWaiting ? after.op_id : undefined);
      expect(isWaiting && after.mark !== 'read').toBe(false);
    });
  });

  test('a verdict on the sent edit ends sending', () => {
    forEveryMoment(({ after }) => {
      if (after.state !== 'waiting') return;
      const edit = after.op_id;
      const notification: Notification = { ...base, op_id: edit, mark: 'read' };
      const acceptedRow = nextNotification(after, { type: 'accepted', edit, notification });
      expect(acceptedRow).toEqual(rowOf(notification));
      const rejectedRow = nextNotification(after, { type: 'rejected', edit, refusal });
      expect(notificationWire.nextRequest(rejectedRow)).toBeNull();
    });
  });

  test('a verdict on another edit changes nothing, and repeated events are idempotent', () => {
    forEveryMoment(({ before, event, after }) => {
      const isForOtherEdit = 'edit' in event && event.edit !== before.op_id;
      expect(isForOtherEdit ? after : before).toBe(before);
      expect(nextNotification(after, event)).toEqual(after);
    });
  });
});
