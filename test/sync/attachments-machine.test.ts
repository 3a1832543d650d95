import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttachmentVerdict } from '#schemas/api/attachment-calls.ts';
import type { Attachment } from '#schemas/attachment.ts';
import { attachmentFromWire } from '#schemas/from-wire.ts';
import type { AttachmentRow } from '#sync/entities/attachments/attachment-row.ts';
import { attachmentWire } from '#sync/entities/attachments/attachment-row.ts';
import { newAttachment, nextAttachment } from '#sync/entities/attachments/machine.ts';

const fields = {
  uuid: 'a',
  op_id: 'e0',
  project_id: 'p',
  kind: 'photo',
  group: null,
  caption: '',
  media_type: 'image/jpeg',
  bytes: 9,
  sha256: 'f'.repeat(64),
  created_by: 'i',
} as const;
const addedRow: AttachmentRow = { ...newAttachment(fields, 0), deleted: false };

/** Returns the server's version of a row. */
function savedAs(row: AttachmentRow, changes: Partial<Attachment> = {}): Attachment {
  const {
    state: _,
    newest_first: _n,
    refusal: _r,
    base_op_id: _b,
    resent: _t,
    sends_content: _s,
    ...rest
  } = row;
  return { ...rest, has_content: false, ...changes };
}
function verdictOn(row: AttachmentRow, attachment: Attachment | null, code?: 'conflict') {
  const error = code ? { code, message: '' } : null;
  const status = code ? 409 : 200;
  const verdict: AttachmentVerdict = {
    ...{ uuid: row.uuid, op_id: row.op_id, status, attachment, error },
  };
  return { type: 'verdict', verdict } as const;
}
const accept = (row: AttachmentRow) => nextAttachment(row, verdictOn(row, savedAs(row)));
const edit = (row: AttachmentRow, opId: string, caption = opId) =>
  nextAttachment(row, { type: 'edited', changes: { caption }, opId });
const pulled = (attachment: Attachment) =>
  ({
    type: 'pulled',
    row: { ...attachmentFromWire(attachment), deleted: attachment.deleted },
  }) as const;
const restored = (server: Attachment | null) => ({ type: 'restored', server }) as const;
const sentRow = nextAttachment(accept(addedRow), { type: 'content_sent' });

describe('an attachment', () => {
  test('is sent once the server has both the edit and the content', () => {
    const acceptedRow = accept(addedRow);
    expect(acceptedRow).toMatchObject({ state: 'waiting', base_op_id: 'e0', sends_content: true });
    expect(attachmentWire.nextRequest(acceptedRow)).toBeNull();
    expect(sentRow).toMatchObject({ state: 'sent', has_content: true });
    const editedRow = edit(acceptedRow, 'e1');
    expect(nextAttachment(editedRow, { type: 'content_sent' })).toMatchObject({ state: 'waiting' });
  });

  test('keeps the last caption if a colleague changed it first', () => {
    const editedRow = edit(sentRow, 'e1', 'mine');
    const colleague = savedAs(sentRow, { op_id: 'c1', caption: 'theirs', has_content: true });
    const rebasedRow = nextAttachment(editedRow, verdictOn(editedRow, colleague, 'conflict'));
    expect(rebasedRow).toMatchObject({ state: 'waiting', caption: 'mine', base_op_id: 'c1' });
    expect(nextAttachment(sentRow, pulled(colleague))).toMatchObject({ caption: 'theirs' });
  });

  test('is deleted if the server deleted it, despite edits on this device', () => {
    const tombstone = savedAs(sentRow, { op_id: 'c1', deleted: true, caption: '' });
    for (const row of [sentRow, edit(sentRow, 'e1'), accept(addedRow)])
      expect(nextAttachment(row, pulled(tombstone))).toMatchObject({
        deleted: true,
        state: 'sent',
      });
  });

  test('that was rejected keeps the reason, and can be sent again', () => {
    const refusal = { code: 'project_not_found', message: '' };
    const rejectedRow = nextAttachment(addedRow, { type: 'rejected', edit: 'e0', refusal });
    expect(rejectedRow).toMatchObject({ state: 'refused', refusal });
    const retriedRow = nextAttachment(rejectedRow, { type: 'retried', opId: 'e1' });
    expect(retriedRow).toMatchObject({ state: 'waiting', op_id: 'e1', refusal: null });
    const acceptedRow = accept(addedRow);
    const damagedRow = nextAttachment(acceptedRow, {
      type: 'content_rejected',
      code: 'photo_lost',
    });
    expect(damagedRow).toMatchObject({ state: 'refused', refusal: { code: 'photo_lost' } });
    expect(nextAttachment(damagedRow, pulled(savedAs(acceptedRow)))).toMatchObject({
      state: 'refused',
    });
    const secondRow = nextAttachment(damagedRow, { type: 'retried', opId: 'e1' });
    expect(secondRow).toMatchObject({ state: 'waiting', op_id: 'e0', sends_content: true });
  });

  test('is sent again if a restored server lacks it, its last edit, its content or its removal', () => {
    expect(nextAttachment(sentRow, restored(null))).toMatchObject({
      ...{ state: 'waiting', base_op_id: null, has_content: false, sends_content: true },
    });
    const wholeAttachment = savedAs(sentRow, { has_content: true });
    const editedRow = accept(edit(sentRow, 'e1'));
    expect(nextAttachment(editedRow, restored(wholeAttachment))).toMatchObject({
      ...{ state: 'waiting', op_id: 'e1', base_op_id: 'e0', sends_content: false },
    });
    expect(nextAttachment(sentRow, restored(wholeAttachment))).toMatchObject({ state: 'sent' });
    expect(nextAttachment(sentRow, restored(savedAs(sentRow)))).toMatchObject({
      sends_content: true,
    });
    const removal = nextAttachment(sentRow, { type: 'removed', opId: 'e2' });
    const removedRow = nextAttachment(removal, verdictOn(removal, null));
    expect(removedRow).toMatchObject({ deleted: true, state: 'sent' });
    expect(nextAttachment(removedRow, restored(wholeAttachment))).toMatchObject({
      state: 'waiting',
    });
  });

  test('ends up on the server with the last edit, in any order of edits, lost responses and pulls', () => {
    const steps = fc.array(
      fc.constantFrom('edit', 'send', 'lose', 'pull', 'colleague', 'content') as fc.Arbitrary<
        'edit' | 'send' | 'lose' | 'pull' | 'colleague' | 'content'
      >,
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(steps, (order) => {
        let row: AttachmentRow = addedRow;
        let server: Attachment | null = null;
        let editCount = 0;
        const send = (isLost: boolean) => {
          if (attachmentWire.nextRequest(row) === null) return;
          const isConflict: boolean =
            server !== null && server.op_id !== row.op_id && server.op_id !== row.base_op_id;
          if (!isConflict) server = savedAs(row, { has_content: server?.has_content ?? false });
          const event = verdictOn(row, server, isConflict ? 'conflict' : undefined);
          if (!isLost) row = nextAttachment(row, event);
        };
        const actions = {
          edit: () => (row = edit(row, `e-${(editCount += 1)}`)),
          send: () => send(false),
          lose: () => send(true),
          pull: () => server && (row = nextAttachment(row, pulled(server))),
          colleague: () =>
            server && (server = { ...server, op_id: `c-${(editCount += 1)}`, caption: 'theirs' }),
          content() {
            if (server === null || !row.sends_content) return;
            server = { ...server, has_content: true };
            row = nextAttachment(row, { type: 'content_sent' });
          },
        };
        for (const step of [...order, 'send', 'send', 'send', 'content', 'pull'] as const)
          actions[step]();
        const { caption, op_id } = savedAs(row);
        expect(server).toMatchObject({ caption, op_id, has_content: true });
        expect(row).toMatchObject({ state: 'sent', refusal: null });
      }),
    );
  });
});

describe('an attachment sent again after a restore', () => {
  test('ends up on the restored server in its newest version, in any order of the phones’ requests', () => {
    const versions = [0, 1, 2].map((age) => {
      const updated_at = new Date(1_000_000 - age).toISOString();
      const version = { ...sentRow, op_id: `v${age}`, base_op_id: `v${age}`, caption: `v${age}` };
      return { ...version, updated_at };
    });
    const turns = fc.array(
      fc.record({ phone: fc.nat({ max: 2 }), step: fc.constantFrom('send', 'lose', 'pull') }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(turns, fc.boolean(), (order, hasBackup) => {
        const backup = savedAs(sentRow, { op_id: 'b', updated_at: new Date(0).toISOString() });
        let server: Attachment | null = hasBackup ? backup : null;
        const phones = versions.map((version) => nextAttachment(version, restored(server)));
        const runStep = (phone: number, step: string) => {
          const row = phones[phone] ?? addedRow;
          if (step === 'pull') {
            if (server) phones[phone] = nextAttachment(row, pulled(server));
            return;
          }
          if (attachmentWire.nextRequest(row) === null) return;
          const isConflict: boolean = server !== null && server.op_id !== row.base_op_id;
          if (server?.op_id !== row.op_id && !isConflict) server = savedAs(row);
          const isRepeated = server?.op_id === row.op_id;
          const verdict = verdictOn(
            row,
            server,
            isConflict && !isRepeated ? 'conflict' : undefined,
          );
          if (step === 'send') phones[phone] = nextAttachment(row, verdict);
        };
        for (const { phone, step } of order) runStep(phone, step);
        // A request conflicts at most once with each newer version from another phone.
        for (const step of ['send', 'send', 'send', 'send', 'pull'])
          for (const phone of phones.keys()) runStep(phone, step);
        expect(server).toMatchObject({ op_id: 'v0', caption: 'v0' });
        expect(phones).toMatchObject(versions.map(() => ({ op_id: 'v0', base_op_id: 'v0' })));
      }),
    );
  });

  test('keeps an edit that was made after the restore, even against a newer version', () => {
    const resent = nextAttachment(sentRow, restored(null));
    const newer = savedAs(sentRow, { op_id: 'c1', updated_at: new Date(9).toISOString() });
    expect(nextAttachment(resent, pulled(newer))).toMatchObject({ op_id: 'c1' });
    const editedRow = edit(resent, 'e1');
    expect(nextAttachment(editedRow, pulled(newer))).toMatchObject({
      op_id: 'e1',
      base_op_id: 'c1',
    });
  });
});
