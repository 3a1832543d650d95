import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import { LIST_BYTES, singlePage } from '#server/db/bounded-list.ts';
import { MAX_CHAT_BYTES } from '#server/support/add-message.ts';
import { newChat } from './chat-setup.ts';
import { writeLargeChats } from './large-chats.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/** The messages of one chat fill a tenth of the page size limit. */
const LETTERS = 4000;
const MESSAGES = LIST_BYTES / 10 / LETTERS;
const CHATS = 35;

let server: ScanServer;
let token: string;
let oldestFirst: string[];
beforeAll(async () => {
  server = await startScanServer();
  token = await server.tokenOf('polishOwner');
  const amounts = { chats: CHATS, messages: MESSAGES, messageLength: LETTERS };
  oldestFirst = await writeLargeChats(server.db, accounts.polishOwner, amounts);
});
afterAll(() => server.close());

/** Fetches one page and checks that it stays close to the size limit. */
async function chats(query: Record<string, string | number>) {
  const response = await server.call(calls.listSupportChats, { query }, token);
  expect(response.status).toBe(200);
  expect(JSON.stringify(response.result).length).toBeLessThan(1.3 * LIST_BYTES);
  return response.result;
}

describe('a list of large entities (security 23)', () => {
  test.each([1000, 7])(
    'is complete over pages of at most %i, each within the size limit',
    async (limit) => {
      const uuids: string[] = [];
      let last = 1;
      for (let page = 1; page <= last; page += 1) {
        const { data, meta } = await chats({ page, limit });
        expect(data.length).toBeGreaterThan(0);
        expect(data.length).toBeLessThanOrEqual(limit);
        expect(meta.total).toBe(CHATS);
        uuids.push(...data.map(({ uuid }) => uuid));
        last = meta.last_page;
      }
      expect(uuids).toEqual(oldestFirst.toReversed());
      expect(await chats({ page: last + 5, limit })).toEqual({
        data: [],
        meta: { last_page: last, total: CHATS },
      });
    },
  );

  test('is pulled completely, and a truncated page indicates that there is more', async () => {
    const uuids: string[] = [];
    let since = '';
    for (let hasMore = true; hasMore;) {
      const { data, meta } = await chats({ since, limit: 1000 });
      uuids.push(...data.map(({ uuid }) => uuid));
      since = meta.checkpoint ?? '';
      hasMore = meta.last_page > 1;
    }
    expect(uuids).toEqual(oldestFirst);
    expect((await chats({ since })).data).toEqual([]);
  });

  test('returns an entity larger than a page on its own', async () => {
    const amounts = { chats: 1, messages: 1000, messageLength: LETTERS };
    const [hugeChat] = await writeLargeChats(server.db, accounts.czechOwner, amounts);
    const czechToken = await server.tokenOf('czechOwner');
    const listResponse = await server.call(
      calls.listSupportChats,
      { query: { since: '' } },
      czechToken,
    );
    expect(listResponse.result.data.map(({ uuid }) => uuid)).toEqual([hugeChat]);
    // The messages of a chat are paginated.
    const texts: string[] = [];
    let last = 1;
    for (let page = 1; page <= last; page += 1) {
      const input = { params: { id: hugeChat ?? '' }, query: { page } };
      const { result } = await server.call(calls.listSupportMessages, input, czechToken);
      expect(JSON.stringify(result).length).toBeLessThan(1.1 * LIST_BYTES);
      texts.unshift(...result.data.map(({ uuid }) => uuid));
      last = result.meta.last_page;
    }
    expect(texts).toEqual(listResponse.result.data[0]?.messages.map(({ uuid }) => uuid));
  });
});

test('a chat is full before it is too long for one response', async () => {
  const chat = newChat();
  const staffToken = await server.tokenOf('polishStaff');
  await server.call(calls.createSupportChat, { body: chat }, staffToken);
  const writeMessage = async () => {
    const body = { uuid: randomUUID(), message: 'ż'.repeat(MAX_CHAT_MESSAGE) };
    const input = { params: { id: chat.uuid }, body };
    return (await server.call(calls.createSupportMessage, input, staffToken)).code;
  };
  const messagesThatFit = Math.ceil(MAX_CHAT_BYTES / (2 * MAX_CHAT_MESSAGE));
  for (let count = 0; count < messagesThatFit; count += 1)
    expect(await writeMessage()).toBeUndefined();
  expect(await writeMessage()).toBe('chat_full');
});

test('an unpaginated list that exceeds a page is an error', () => {
  expect(singlePage(['x'.repeat(LIST_BYTES / 2)]).meta).toEqual({ last_page: 1, total: 1 });
  expect(() => singlePage(['x'.repeat(LIST_BYTES)])).toThrow(
    expect.objectContaining({ code: 'payload_too_large' }),
  );
});
