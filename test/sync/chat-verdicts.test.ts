import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatDocument, ChatMessage, UnsentMessage } from '#schemas/chat.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import {
  type ChatRow,
  joinMessages,
  joinPulledChat,
  messageRefused,
  settled,
  stateOf,
} from '#sync/entities/chats/machine.ts';
import { withLostMessages } from '#sync/entities/chats/restored.ts';

const info: NonNullable<ChatDocument['opening']> = {
  language: 'en',
  hostname: '',
  region: 'PL',
  appVersion: '',
  appType: '',
  ua: '',
};
const refusal = { code: 'invalid_input', message: '' };

/** A few ids, so that two sides often know the same message; of an id all else follows. */
const ids = fc
  .nat({ max: 30 })
  .map((at) => `30000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`);
const messageOf = (uuid: string): ChatMessage => {
  const at = Number(uuid.slice(-2));
  return {
    uuid,
    sender: at % 3 === 0 ? 'admin' : 'installer',
    message: `message ${at}`,
    created_at: new Date(1_700_000_000_000 + at * 7919).toISOString(),
  };
};
const messages = fc
  .uniqueArray(ids, { maxLength: 12 })
  .map((some) => joinMessages([], some.map(messageOf)));
const unsent = fc
  .uniqueArray(fc.tuple(ids, fc.boolean()), { maxLength: 6, selector: ([id]) => id })
  .map((some) =>
    some.map(([uuid, isRefused], at): UnsentMessage => ({
      uuid,
      message: `message ${uuid}`,
      time: 1_800_000_000_000 + at,
      refusal: isRefused ? refusal : null,
    })),
  );
const rows = fc
  .record({ messages, unsent, isNew: fc.boolean(), status: fc.constantFrom(1, 2, 3) })
  .map(({ messages, unsent, isNew, status }): ChatRow => {
    const row: ChatRow = {
      uuid: '40000000-0000-4000-8000-000000000001',
      op_id: '40000000-0000-4000-8000-000000000002',
      created_at: '2023-01-01T00:00:00.000Z',
      updated_at: '2023-01-01T00:00:00.000Z',
      deleted: false,
      title: 'A leak',
      status: status as 1 | 2 | 3,
      messages: isNew ? [] : messages,
      unsent,
      opening: isNew && unsent.length > 0 ? info : null,
      state: 'synced',
      newest_first: 0,
    };
    return settled(row);
  });
const pulledRows = rows.map((row): ChatRow => settled({ ...row, unsent: [], opening: null }));
const idsOf = (list: readonly { uuid: string }[]) => list.map(({ uuid }) => uuid);

describe('messages of two sides', () => {
  test('come together to the same, in whatever order, however often', () => {
    fc.assert(
      fc.property(messages, messages, messages, (a, b, c) => {
        const all = joinMessages(joinMessages(a, b), c);
        expect(joinMessages(a, joinMessages(b, c))).toEqual(all);
        expect(joinMessages(c, joinMessages(b, a))).toEqual(all);
        expect(joinMessages(all, a)).toEqual(all);
        expect(new Set(idsOf(all))).toEqual(new Set([...idsOf(a), ...idsOf(b), ...idsOf(c)]));
        const moments = all.map(({ created_at }) => created_at);
        expect(moments).toEqual(moments.toSorted());
      }),
    );
  });
});

describe('whatever a pull brings', () => {
  test('no message is lost: the server has it, or it is still unsent, as it was', () => {
    fc.assert(
      fc.property(rows, pulledRows, (local, pulled) => {
        const joined = joinPulledChat(local, pulled);
        const has = new Set(idsOf(joined.messages));
        expect(joined.unsent).toEqual(local.unsent.filter(({ uuid }) => !has.has(uuid)));
        for (const id of idsOf([...local.messages, ...pulled.messages])) expect(has).toContain(id);
        expect(joined.state).toBe(stateOf(joined));
        expect(joined.opening).toBeNull();
        expect(joined.status).toBe(pulled.status);
        expect(joinPulledChat(joined, pulled)).toEqual(joined);
        expect(joinPulledChat(null, pulled)).toBe(pulled);
      }),
    );
  });

  test('a chat that was taken away stays for what is unsent in it, and only for that', () => {
    fc.assert(
      fc.property(rows, pulledRows, (local, pulled) => {
        const joined = joinPulledChat(local, { ...pulled, deleted: true });
        expect(joined.deleted).toBe(joined.unsent.length === 0);
      }),
    );
  });
});

describe('where a chat stands', () => {
  test('waits with something to send, is refused with something refused, else is in step', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const isHeld = row.opening !== null && row.unsent[0]?.refusal !== null;
        const sendable = row.unsent.filter(({ refusal }) => refusal === null);
        const rest = row.unsent.length > 0 ? 'refused' : 'synced';
        expect(row.state).toBe(sendable.length > 0 && !isHeld ? 'waiting' : rest);
      }),
    );
  });

  test('it stands in the list by its latest message', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const last =
          row.unsent.at(-1)?.time ?? Date.parse(row.messages.at(-1)?.created_at ?? row.created_at);
        expect(row.newest_first).toBe(newestFirstKey(last));
      }),
    );
  });

  test('a refusal is put beside the one message that it is about', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (row, at) => {
        const id = row.unsent[at % Math.max(1, row.unsent.length)]?.uuid ?? '';
        const refused = messageRefused(row, id, refusal);
        expect(idsOf(refused.unsent)).toEqual(idsOf(row.unsent));
        for (const [place, one] of refused.unsent.entries()) {
          expect(one.refusal).toEqual(one.uuid === id ? refusal : row.unsent[place]?.refusal);
        }
      }),
    );
  });
});

describe('F43: what a restored server lacks', () => {
  const servers = fc.option(
    fc.uniqueArray(ids).map((has) => new Set(has)),
    { nil: null },
  );
  const lostOf = (chat: ChatDocument, server: ReadonlySet<string> | null) =>
    chat.messages.filter(({ sender, uuid }) => sender === 'installer' && !server?.has(uuid));

  test('of the person’s own is unsent again, first and in its order; nothing else moves', () => {
    fc.assert(
      fc.property(rows, servers, (chat, server) => {
        const lost = lostOf(chat, server);
        fc.pre(chat.opening === null && lost.length > 0);
        const again = withLostMessages(chat, server);
        expect(idsOf(again.unsent)).toEqual(idsOf([...lost, ...chat.unsent]));
        const all = (row: ChatDocument) => new Set(idsOf([...row.messages, ...row.unsent]));
        expect(all(again)).toEqual(all(chat));
        expect(again.opening === null).toBe(server !== null);
        expect(again.state).toBe('waiting');
      }),
    );
  });

  test('is nothing where it has all of it, or the chat was never opened', () => {
    fc.assert(
      fc.property(rows, servers, (chat, server) => {
        fc.pre(chat.opening !== null || lostOf(chat, server).length === 0);
        expect(withLostMessages(chat, server)).toBe(chat);
      }),
    );
  });
});
