import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chat, ChatDocument, ChatMessage, UnsentMessage } from '#schemas/chat.ts';
import { chatFromWire } from '#schemas/from-wire.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import { mergeMessages, newChat, nextChat, stateOf } from '#sync/entities/chats/machine.ts';
import { type ChatRow, chatWire } from '#sync/entities/chats/chat-row.ts';

const info: NonNullable<ChatDocument['opening']> = {
  language: 'en',
  hostname: '',
  region: 'PL',
  appVersion: '',
  appType: '',
  ua: '',
};
const refusal = { code: 'invalid_input', message: '' };

/** Few ids, so that both sides often have the same message; everything else is derived from the id. */
const idAt = (index: number) =>
  `30000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`;
const ids = fc.nat({ max: 30 }).map(idAt);
const messageOf = (uuid: string): ChatMessage => {
  const index = Number(uuid.slice(-2));
  return {
    uuid,
    sender: index % 3 === 0 ? 'admin' : 'installer',
    message: `message ${index}`,
    created_at: new Date(1_700_000_000_000 + index * 7919).toISOString(),
  };
};
const unsentOf = (uuid: string, index: number, isRejected = false): UnsentMessage => ({
  uuid,
  message: `message ${Number(uuid.slice(-2))}`,
  time: 1_800_000_000_000 + index,
  refusal: isRejected ? refusal : null,
});
const messages = fc
  .uniqueArray(ids, { maxLength: 12 })
  .map((items) => mergeMessages([], items.map(messageOf)));
const unsent = fc
  .uniqueArray(fc.tuple(ids, fc.boolean()), { maxLength: 6, selector: ([id]) => id })
  .map((items) => items.map(([uuid, isRejected], index) => unsentOf(uuid, index, isRejected)));
const chat: Chat = {
  uuid: '40000000-0000-4000-8000-000000000001',
  op_id: '40000000-0000-4000-8000-000000000002',
  created_at: '2023-01-01T00:00:00.000Z',
  updated_at: '2023-01-01T00:00:00.000Z',
  deleted: false,
  title: 'A leak',
  status: 1,
  messages: [],
};
const rowOf = (changes: Partial<Chat>): ChatRow => {
  const changedChat = { ...chat, ...changes };
  return { ...chatFromWire(changedChat), deleted: changedChat.deleted };
};
const pulledRows = fc.record({ messages, status: fc.constantFrom(1, 2, 3) }).map(rowOf);
const openedChats = fc
  .tuple(pulledRows, unsent)
  .map(([row, messages]) => nextChat(row, { type: 'imported', messages }));
const unopenedChats = unsent
  .filter((items) => items.length > 0)
  .map((items): ChatRow => {
    return { ...newChat({ ...chat, unsent: items, opening: info }), deleted: false };
  });
const rows = fc.oneof(openedChats, unopenedChats);
const pull = (local: ChatRow, row: ChatRow) => nextChat(local, { type: 'pulled', row });
const idsOf = (list: readonly { uuid: string }[]) => list.map(({ uuid }) => uuid);

describe('messages from two sides', () => {
  test('merge to the same result, in any order, any number of times', () => {
    fc.assert(
      fc.property(messages, messages, messages, (a, b, c) => {
        const all = mergeMessages(mergeMessages(a, b), c);
        expect(mergeMessages(a, mergeMessages(b, c))).toEqual(all);
        expect(mergeMessages(c, mergeMessages(b, a))).toEqual(all);
        expect(mergeMessages(all, a)).toEqual(all);
        expect(new Set(idsOf(all))).toEqual(new Set([...idsOf(a), ...idsOf(b), ...idsOf(c)]));
        const moments = all.map(({ created_at }) => created_at);
        expect(moments).toEqual(moments.toSorted());
      }),
    );
  });
});

describe('any pull', () => {
  test('loses no message: the server has it, or it is still unsent and unchanged', () => {
    fc.assert(
      fc.property(rows, pulledRows, (local, pulledRow) => {
        const after = pull(local, pulledRow);
        const serverIds = new Set(idsOf(after.messages));
        expect(after.unsent).toEqual(local.unsent.filter(({ uuid }) => !serverIds.has(uuid)));
        for (const id of idsOf([...local.messages, ...pulledRow.messages]))
          expect(serverIds).toContain(id);
        expect(after.state).toBe(stateOf(after));
        expect(after.opening).toBeNull();
        expect(after.status).toBe(pulledRow.status);
        expect(pull(after, pulledRow)).toEqual(after);
      }),
    );
  });

  test('keeps a deleted chat only for its unsent messages', () => {
    fc.assert(
      fc.property(rows, pulledRows, (local, pulledRow) => {
        const after = pull(local, { ...pulledRow, deleted: true });
        expect(after.deleted).toBe(after.unsent.length === 0);
      }),
    );
  });
});

describe('the state of a chat', () => {
  test('is `waiting` if something can be sent, `refused` if only rejected messages are left, and otherwise `synced`', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const isBlocked = row.opening !== null && row.unsent[0]?.refusal !== null;
        const sendable = row.unsent.filter(({ refusal }) => refusal === null);
        const settledState = row.unsent.length > 0 ? 'refused' : 'synced';
        expect(row.state).toBe(sendable.length > 0 && !isBlocked ? 'waiting' : settledState);
      }),
    );
  });

  test('sorts the chat in the list by its latest message', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const last =
          row.unsent.at(-1)?.time ?? Date.parse(row.messages.at(-1)?.created_at ?? row.created_at);
        expect(row.newest_first).toBe(newestFirstKey(last));
      }),
    );
  });

  test('shows a rejection only at the message that was rejected', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (row, at) => {
        const id = row.unsent[at % Math.max(1, row.unsent.length)]?.uuid ?? '';
        const rejectedRow = nextChat(row, { type: 'rejected', edit: id, refusal });
        expect(idsOf(rejectedRow.unsent)).toEqual(idsOf(row.unsent));
        for (const [index, one] of rejectedRow.unsent.entries()) {
          expect(one.refusal).toEqual(one.uuid === id ? refusal : row.unsent[index]?.refusal);
        }
      }),
    );
  });
});

describe('F43: messages missing on a restored server', () => {
  const servers = fc.option(fc.uniqueArray(ids));
  const restore = (row: ChatRow, serverIds: string[] | null) =>
    nextChat(row, {
      type: 'restored',
      server: serverIds && { ...chat, messages: serverIds.map(messageOf) },
    });
  const missingFrom = (row: ChatRow, serverIds: string[] | null, sender: ChatMessage['sender']) =>
    idsOf(row.messages.filter((one) => one.sender === sender && !serverIds?.includes(one.uuid)));

  test('that the person wrote become unsent again, first and in order; nothing else changes', () => {
    fc.assert(
      fc.property(openedChats, servers, (row, serverIds) => {
        const missing = missingFrom(row, serverIds, 'installer');
        fc.pre(missing.length > 0);
        const restoredRow = restore(row, serverIds);
        expect(idsOf(restoredRow.unsent)).toEqual([...missing, ...idsOf(row.unsent)]);
        const all = (one: ChatRow) => new Set(idsOf([...one.messages, ...one.unsent]));
        expect(all(restoredRow)).toEqual(all(row));
        expect(restoredRow.opening === null).toBe(serverIds !== null);
        expect(restoredRow.state).toBe('waiting');
      }),
    );
  });

  test('from support stay readable, and are marked as lost until a pull brings them back', () => {
    fc.assert(
      fc.property(openedChats, servers, pulledRows, (row, serverIds, pulledRow) => {
        const missing = missingFrom(row, serverIds, 'admin');
        const after = restore(row, serverIds);
        expect(after.lost_messages).toEqual(missing);
        expect(idsOf(after.messages)).toEqual(expect.arrayContaining(missing));
        const returned = new Set(idsOf(pulledRow.messages));
        const stillMissing = missing.filter((id) => !returned.has(id));
        expect(pull(after, pulledRow).lost_messages).toEqual(stillMissing);
      }),
    );
  });

  test('aren’t reported if the server has all messages, or the chat was never opened', () => {
    fc.assert(
      fc.property(openedChats, unopenedChats, servers, (row, startedRow, serverIds) => {
        const all = [...idsOf(row.messages), ...(serverIds ?? [])];
        expect(restore(row, all)).toBe(row);
        expect(restore(startedRow, serverIds)).toBe(startedRow);
      }),
    );
  });
});

const localKinds = ['written', 'edited', 'retried', 'discarded', 'imported'] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...localKinds, 'accepted', 'opened', 'rejected', 'pulled', 'restored'),
    id: ids,
    serverIds: fc.uniqueArray(ids, { maxLength: 6 }),
    isDiscarded: fc.boolean(),
  }),
  { maxLength: 14 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];
type AnyEvent = Parameters<typeof nextChat>[1];

function eventOf({ kind, id, serverIds, isDiscarded }: Step, row: ChatRow, time: number): AnyEvent {
  const messages = mergeMessages([], serverIds.map(messageOf));
  const server = rowOf({ messages, deleted: isDiscarded });
  const freshMessage = unsentOf(idAt(40 + time), time);
  switch (kind) {
    case 'written':
      return { type: kind, message: freshMessage };
    case 'edited':
      return {
        type: kind,
        messageId: row.unsent[0]?.uuid ?? id,
        message: freshMessage,
        title: null,
      };
    case 'retried':
      return { type: kind, messageId: isDiscarded ? null : id };
    case 'discarded':
      return { type: kind, shouldKeep: (one) => isDiscarded === (one.refusal === null) };
    case 'imported':
      return { type: kind, messages: [unsentOf(id, time, isDiscarded)] };
    case 'accepted':
      return { type: kind, message: messageOf(isDiscarded ? id : (row.unsent[0]?.uuid ?? id)) };
    case 'opened':
      return { type: kind, chat: server };
    case 'rejected':
      return { type: kind, edit: row.unsent.at(isDiscarded ? 0 : -1)?.uuid ?? id, refusal };
    case 'pulled':
      return { type: kind, row: server };
    case 'restored':
      return { type: kind, server: isDiscarded ? null : server };
  }
}

/** Random event sequences of a chat. */
const histories = fc.tuple(rows, steps).map(([start, all]) => {
  let row = start;
  return all.flatMap((one, time) => {
    const isLocal = localKinds.some((kind) => kind === one.kind);
    if (isLocal && row.deleted) return [];
    const before = row;
    const event = eventOf(one, before, time);
    row = nextChat(before, event);
    return [{ before, event, after: row, isLocal }];
  });
});
type Moment = ReturnType<typeof histories.generate>['value'][number];
const forEveryMoment = (check: (moment: Moment) => void) =>
  fc.assert(
    fc.property(histories, (history) => history.forEach(check)),
    { numRuns: 500 },
  );

describe('any sequence of events', () => {
  test('keeps a message unsent, unchanged and in place, until the server confirms it', () => {
    forEveryMoment(({ before, event, after, isLocal }) => {
      if (isLocal) return;
      const serverIds = new Set(idsOf(after.messages));
      const open = before.unsent.filter(({ uuid }) => !serverIds.has(uuid));
      const remaining = after.unsent.slice(after.unsent.length - open.length);
      const refused = event.type === 'rejected' ? event.edit : null;
      const withRefusal = (one: UnsentMessage) =>
        one.uuid === refused ? { ...one, refusal } : one;
      expect(remaining).toEqual(open.map(withRefusal));
      for (const { uuid } of before.messages) {
        expect([...serverIds, ...idsOf(after.unsent)]).toContain(uuid);
      }
      expect(after.deleted && after.unsent.length > 0).toBe(false);
    });
  });

  test('leaves a state that shows the remaining work', () => {
    forEveryMoment(({ after }) => {
      expect(chatWire.nextRequest(after) !== null).toBe(after.state === 'waiting');
      expect(after.state === 'synced').toBe(after.unsent.length === 0);
    });
  });

  test('a verdict on the sent message lets the next one be sent, or ends sending', () => {
    forEveryMoment(({ after }) => {
      const request = chatWire.nextRequest(after);
      if (!request) return;
      const message = messageOf(request.edit);
      const isFirstMessage = request.call === 'createSupportChat';
      const chat = rowOf({ messages: [message] });
      const accepted = { type: 'accepted', message } as const;
      const next = nextChat(after, isFirstMessage ? { type: 'opened', chat } : accepted);
      expect(chatWire.nextRequest(next)?.edit).not.toBe(request.edit);
      const rejectedRow = nextChat(after, { type: 'rejected', edit: request.edit, refusal });
      expect(chatWire.nextRequest(rejectedRow)?.edit).not.toBe(request.edit);
    });
  });

  test('is idempotent for repeated events', () => {
    forEveryMoment(({ event, after, isLocal }) => {
      if (isLocal) return;
      expect(nextChat(after, event)).toEqual(after);
    });
  });
});
