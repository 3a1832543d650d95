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
const added: AttachmentRow = { ...newAttachment(fields, 0), deleted: false };

/** Returns the server's version of a row. */
function savedAs(row: AttachmentRow, changes: Partial<Attachment> = {}): Attachment {
  const {
    state: _,
    newest_first: _n,
    refusal: _r,
    base_op_id: _b,
    changed: _c,
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
const regroup = (row: AttachmentRow, opId: string, group: AttachmentRow['group'] = 'after') =>
  nextAttachment(row, { type: 'edited', changes: { group }, opId });
const pulled = (attachment: Attachment) =>
  ({
    type: 'pulled',
    row: { ...attachmentFromWire(attachment), deleted: attachment.deleted },
  }) as const;
const restored = (server: Attachment | null) => ({ type: 'restored', server }) as const;
const sent = nextAttachment(accept(added), { type: 'content_sent' });

describe('an attachment', () => {
  test('is sent once the server has both the edit and the content', () => {
    const accepted = accept(added);
    expect(accepted).toMatchObject({ state: 'waiting', base_op_id: 'e0', sends_content: true });
    expect(attachmentWire.nextRequest(accepted)).toBeNull();
    expect(sent).toMatchObject({ state: 'sent', has_content: true });
    const edited = edit(accepted, 'e1');
    expect(nextAttachment(edited, { type: 'content_sent' })).toMatchObject({ state: 'waiting' });
  });

  test('keeps the last caption if a colleague changed it first', () => {
    const edited = edit(sent, 'e1', 'mine');
    const colleague = savedAs(sent, { op_id: 'c1', caption: 'theirs', has_content: true });
    const rebased = nextAttachment(edited, verdictOn(edited, colleague, 'conflict'));
    expect(rebased).toMatchObject({ state: 'waiting', caption: 'mine', base_op_id: 'c1' });
    expect(nextAttachment(sent, pulled(colleague))).toMatchObject({ caption: 'theirs' });
  });

  test('is deleted if the server deleted it, despite edits on this device', () => {
    const tombstone = savedAs(sent, { op_id: 'c1', deleted: true, caption: '' });
    for (const row of [sent, edit(sent, 'e1'), accept(added)])
      expect(nextAttachment(row, pulled(tombstone))).toMatchObject({
        deleted: true,
        state: 'sent',
      });
  });

  test('that was rejected keeps the reason, and can be sent again', () => {
    const refusal = { code: 'project_not_found', message: '' };
    const rejected = nextAttachment(added, { type: 'rejected', edit: 'e0', refusal });
    expect(rejected).toMatchObject({ state: 'refused', refusal });
    const retried = nextAttachment(rejected, { type: 'retried', opId: 'e1' });
    expect(retried).toMatchObject({ state: 'waiting', op_id: 'e1', refusal: null });
    const accepted = accept(added);
    const damaged = nextAttachment(accepted, { type: 'content_rejected', code: 'photo_lost' });
    expect(damaged).toMatchObject({ state: 'refused', refusal: { code: 'photo_lost' } });
    expect(nextAttachment(damaged, pulled(savedAs(accepted)))).toMatchObject({ state: 'refused' });
    const again = nextAttachment(damaged, { type: 'retried', opId: 'e1' });
    expect(again).toMatchObject({ state: 'waiting', op_id: 'e0', sends_content: true });
  });

  test('is sent again if a restored server lacks it, its last edit, its content or its removal', () => {
    expect(nextAttachment(sent, restored(null))).toMatchObject({
      ...{ state: 'waiting', base_op_id: null, has_content: false, sends_content: true },
    });
    const whole = savedAs(sent, { has_content: true });
    const edited = accept(edit(sent, 'e1'));
    expect(nextAttachment(edited, restored(whole))).toMatchObject({
      ...{ state: 'waiting', op_id: 'e1', base_op_id: 'e0', sends_content: false },
    });
    expect(nextAttachment(sent, restored(whole))).toMatchObject({ state: 'sent' });
    expect(nextAttachment(sent, restored(savedAs(sent)))).toMatchObject({ sends_content: true });
    const removal = nextAttachment(sent, { type: 'removed', opId: 'e2' });
    const removed = nextAttachment(removal, verdictOn(removal, null));
    expect(removed).toMatchObject({ deleted: true, state: 'sent' });
    expect(nextAttachment(removed, restored(whole))).toMatchObject({ state: 'waiting' });
  });

  test('reaches the server with its last edit, in any order of edits, lost responses and pulls', () => {
    const steps = fc.array(
      fc.constantFrom('edit', 'send', 'lose', 'pull', 'colleague', 'content') as fc.Arbitrary<
        'edit' | 'send' | 'lose' | 'pull' | 'colleague' | 'content'
      >,
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(steps, (order) => {
        let row: AttachmentRow = added;
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

describe('an edited attachment', () => {
  test('keeps a colleague’s caption if only its group was changed, and vice versa', () => {
    const colleague = savedAs(sent, { op_id: 'c1', caption: 'theirs', has_content: true });
    const regrouped = regroup(sent, 'e1');
    const rebased = nextAttachment(regrouped, verdictOn(regrouped, colleague, 'conflict'));
    const merged = { op_id: 'e1', base_op_id: 'c1', caption: 'theirs', group: 'after' };
    expect(rebased).toMatchObject({ ...merged, state: 'waiting' });
    expect(nextAttachment(regrouped, pulled(colleague))).toEqual(rebased);
    const grouped = savedAs(sent, { op_id: 'c1', group: 'during', has_content: true });
    expect(nextAttachment(edit(sent, 'e1', 'mine'), pulled(grouped))).toMatchObject({
      caption: 'mine',
      group: 'during',
    });
    const editedRow = regroup(edit(sent, 'e1', 'mine'), 'e2');
    expect(nextAttachment(editedRow, pulled(colleague))).toMatchObject({
      caption: 'mine',
      group: 'after',
    });
  });

  test('keeps a colleague’s caption if the response to its creation was lost', () => {
    const colleague = savedAs(added, { op_id: 'c1', caption: 'theirs' });
    const merged = nextAttachment(added, pulled(colleague));
    expect(merged).toMatchObject({ op_id: 'c1', caption: 'theirs', sends_content: true });
    expect(attachmentWire.nextRequest(merged)).toBeNull();
    expect(nextAttachment(regroup(added, 'e1'), pulled(colleague))).toMatchObject({
      ...{ op_id: 'e1', base_op_id: 'c1', caption: 'theirs', group: 'after' },
    });
  });

  test('sends a caption again that was changed back while its first change was being sent', () => {
    const changedBack = edit(edit(sent, 'e1', 'mine'), 'e2', '');
    expect(nextAttachment(changedBack, pulled(savedAs(sent)))).toMatchObject({ op_id: 'e2' });
    const arrived = savedAs(sent, { op_id: 'e1', caption: 'mine', has_content: true });
    expect(nextAttachment(changedBack, pulled(arrived))).toMatchObject({
      ...{ op_id: 'e2', base_op_id: 'e1', caption: '', state: 'waiting' },
    });
  });

  test('sends all fields of an edit that an older build stored without its changed fields', () => {
    const { changed: _, ...stored } = regroup(sent, 'e1');
    const colleague = savedAs(sent, { op_id: 'c1', caption: 'theirs', has_content: true });
    for (const row of [stored as AttachmentRow, edit(stored as AttachmentRow, 'e2', '')])
      expect(nextAttachment(row, pulled(colleague))).toMatchObject({ caption: '', group: 'after' });
  });

  test('sends all fields of an edit if a restored server lacks the version before it', () => {
    const before = savedAs(sent, { op_id: 'b', has_content: true });
    const captioned = accept(edit(sent, 'e1', 'mine'));
    const regrouped = regroup(captioned, 'e2');
    const restoredRow = nextAttachment(regrouped, restored(before));
    expect(nextAttachment(restoredRow, pulled({ ...before, op_id: 'c' }))).toMatchObject({
      ...{ op_id: 'e2', caption: 'mine', group: 'after' },
    });
  });
});

describe('a removed attachment', () => {
  test('returns if the server rejects its removal', () => {
    const removed = nextAttachment(accept(added), { type: 'removed', opId: 'e1' });
    const sheet = savedAs(sent, { has_content: true });
    const returned = nextAttachment(removed, verdictOn(removed, sheet, 'conflict'));
    expect(returned).toMatchObject({ deleted: false, state: 'sent', has_content: true });
    expect(attachmentWire.nextRequest(returned)).toBeNull();
  });
});

describe('an attachment sent again after a restore', () => {
  test('reaches the restored server in its newest version, in any order of the phones’ requests', () => {
    const versions = [0, 1, 2].map((age) => {
      const updated_at = new Date(1_000_000 - age).toISOString();
      const version = { ...sent, op_id: `v${age}`, base_op_id: `v${age}`, caption: `v${age}` };
      return { ...version, updated_at };
    });
    const turns = fc.array(
      fc.record({ phone: fc.nat({ max: 2 }), step: fc.constantFrom('send', 'lose', 'pull') }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(turns, fc.boolean(), (order, hasBackup) => {
        const backup = savedAs(sent, { op_id: 'b', updated_at: new Date(0).toISOString() });
        let server: Attachment | null = hasBackup ? backup : null;
        const phones = versions.map((version) => nextAttachment(version, restored(server)));
        const runStep = (phone: number, step: string) => {
          const row = phones[phone] ?? added;
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
        // A request conflicts no more than once with each newer version from another phone.
        for (const step of ['send', 'send', 'send', 'send', 'pull'])
          for (const phone of phones.keys()) runStep(phone, step);
        expect(server).toMatchObject({ op_id: 'v0', caption: 'v0' });
        expect(phones).toMatchObject(versions.map(() => ({ op_id: 'v0', base_op_id: 'v0' })));
      }),
    );
  });

  test('keeps an edit that was made after the restore, even against a newer version', () => {
    const resent = nextAttachment(sent, restored(null));
    const newer = savedAs(sent, { op_id: 'c1', updated_at: new Date(9).toISOString() });
    expect(nextAttachment(resent, pulled(newer))).toMatchObject({ op_id: 'c1' });
    const edited = edit(resent, 'e1');
    expect(nextAttachment(edited, pulled(newer))).toMatchObject({ op_id: 'e1', base_op_id: 'c1' });
  });
});

describe('the caption and the group of one photo, changed on two phones', () => {
  type Step = 'caption' | 'group' | 'send' | 'lose' | 'pull';
  const turns = fc.array(
    fc.record({
      phone: fc.nat({ max: 1 }),
      step: fc.constantFrom<Step>('caption', 'group', 'send', 'lose', 'pull'),
    }),
    { maxLength: 30 },
  );

  test('both reach the server if each phone changes only one of them', () => {
    fc.assert(
      fc.property(turns, (order) => {
        let server = savedAs(sent, { has_content: true });
        const phones = [sent, sent];
        const latest: { caption: string; group: AttachmentRow['group'] } = {
          caption: server.caption,
          group: server.group,
        };
        let editCount = 0;
        const runStep = (phone: number, step: Step) => {
          const row = phones[phone] ?? sent;
          if (step === 'pull') {
            phones[phone] = nextAttachment(row, pulled(server));
          } else if (step === 'caption' || step === 'group') {
            editCount += 1;
            if (phone === 0) latest.caption = `caption ${editCount}`;
            else latest.group = (['before', 'during', 'after'] as const)[editCount % 3] ?? null;
            const changes = phone === 0 ? { caption: latest.caption } : { group: latest.group };
            phones[phone] = nextAttachment(row, { type: 'edited', changes, opId: `e${editCount}` });
          } else if (attachmentWire.nextRequest(row) !== null) {
            const isRepeated = server.op_id === row.op_id;
            const isConflict = !isRepeated && server.op_id !== row.base_op_id;
            if (!isRepeated && !isConflict) server = savedAs(row, { has_content: true });
            const verdict = verdictOn(row, server, isConflict ? 'conflict' : undefined);
            if (step === 'send') phones[phone] = nextAttachment(row, verdict);
          }
        };
        for (const { phone, step } of order) runStep(phone, step);
        for (const step of ['send', 'send', 'send', 'pull'] as const)
          for (const phone of [0, 1]) runStep(phone, step);
        for (const phone of [0, 1]) runStep(phone, 'pull');
        expect(server).toMatchObject(latest);
        expect(phones).toMatchObject([
          { ...latest, state: 'sent' },
          { ...latest, state: 'sent' },
        ]);
      }),
    );
  });
});
