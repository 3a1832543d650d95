import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  openApp,
  notificationPath,
  parsePush,
  showPush,
  notificationTag,
} from '#workers/push-events.ts';

describe('a push message', () => {
  test('is shown with its text, and opens its link', () => {
    const message = { title: 'New lead', body: 'Kraków', link: '/leads/abc' };
    const shownNotification = { title: 'New lead', body: 'Kraków', path: '/leads/abc' };
    expect(parsePush(JSON.stringify(message), 'club')).toEqual(shownNotification);
  });

  test('without a link opens the notifications', () => {
    const shownNotification = parsePush(JSON.stringify({ title: 'Hello', body: '' }), 'club');
    expect(shownNotification.path).toBe('/notifications');
  });

  test.each([
    undefined,
    '',
    'no json',
    '{}',
    '{"title": 1, "body": ""}',
    '{"title": "a", "body": "b", "link": "https://evil.example/"}',
    '{"title": "a", "body": "b", "link": "//evil.example/"}',
    '{"title": "a", "body": "b", "link": "/\\\\evil.example/"}',
    '{"title": "a", "body": "b", "link": "/\\t/evil.example/"}',
    '{"title": "a", "body": "b", "link": "/.//evil.example/"}',
  ])('that can’t be read, or links outside the app, is shown with a generic text: %s', (text) => {
    expect(parsePush(text, 'club')).toEqual({ title: 'club', body: '', path: '/notifications' });
  });
});

/** A browser's notifications: one per tag, replaced silently unless it re-notifies. */
function screen() {
  const open = new Map<string, { title: string; body: string; data: unknown }>();
  const silentTitles: string[] = [];
  const registration = {
    getNotifications: ({ tag = '' } = {}) => {
      const existing = open.get(tag);
      return Promise.resolve(existing ? [existing] : []);
    },
    showNotification: (title: string, options: NotificationOptions & { renotify?: boolean }) => {
      const { tag = '', body = '', data } = options;
      if (open.has(tag) && options.renotify !== true) silentTitles.push(title);
      open.set(tag, { title, body, data });
      return Promise.resolve();
    },
  } as unknown as Parameters<typeof showPush>[0];
  const push = (title: string, body: string, link?: string) =>
    showPush(registration, parsePush(JSON.stringify({ title, body, link }), 'club'));
  return {
    push,
    silentTitles,
    texts: () => [...open.values()].map(({ title, body }) => [title, body]),
  };
}

describe('displayed notifications', () => {
  test('of a new lead, its reminder, and two announcements don’t replace each other', async () => {
    const { push, silentTitles, texts } = screen();
    await push('New lead', 'Kraków', '/leads/1');
    await push('A lead is about to expire', 'Kraków', '/leads/1');
    await push('Closed on Friday', 'We are back on Monday.');
    await push('New catalogue', 'Order it in the shop.');
    expect(texts()).toHaveLength(4);
    expect(silentTitles).toEqual([]);
  });

  test('of answers in one chat are counted, and each of them alerts', async () => {
    const { push, silentTitles, texts } = screen();
    for (const chat of ['/support/chat/1', '/support/chat/2', '/support/chat/1', '/support/chat/1'])
      await push('Support has replied', 'You have a reply.', chat);
    expect(texts().map(([title]) => title)).toEqual([
      'Support has replied (3)',
      'Support has replied',
    ]);
    expect(silentTitles).toEqual([]);
  });

  test('about the same message alert again, but appear only once', async () => {
    const { push, silentTitles, texts } = screen();
    await push('New lead', 'Kraków', '/leads/1');
    await push('New lead', 'Kraków', '/leads/1');
    expect([texts(), silentTitles]).toEqual([[['New lead', 'Kraków']], []]);
  });

  test('that differ never share a tag, except in a chat', () => {
    const text = fc.string();
    const message = fc.record({
      title: text,
      body: text,
      path: text.map((end) => `/leads/${end}`),
    });
    fc.assert(
      fc.property(message, message, (first, second) => {
        const isSame = JSON.stringify(first) === JSON.stringify(second);
        expect(notificationTag(first) === notificationTag(second)).toBe(isSame);
      }),
    );
  });

  test('of an older build are counted, and keep their link', async () => {
    const shownBefore = { title: 'a', body: 'b', data: '/support/chat/1' };
    const titles: string[] = [];
    const registration = {
      getNotifications: () => Promise.resolve([shownBefore]),
      showNotification: (title: string) => Promise.resolve(void titles.push(title)),
    } as unknown as Parameters<typeof showPush>[0];
    await showPush(registration, { title: 'a', body: 'b', path: '/support/chat/1' });
    expect(titles).toEqual(['a (2)']);
    expect(notificationPath(shownBefore.data, 'https://club.example')).toBe('/support/chat/1');
    const data = { path: '/leads/1', count: 1 };
    expect(notificationPath(data, 'https://club.example')).toBe('/leads/1');
  });
});

describe('a notification’s link (security 18)', () => {
  const origin = 'https://club.example';

  test('stays within the app', () => {
    expect(notificationPath('/leads/abc?a=1', origin)).toBe('/leads/abc?a=1');
    expect(notificationPath('https://club.example/projects/1', origin)).toBe('/projects/1');
  });

  test('is always on the app’s origin', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.anything()), (link) => {
        const path = notificationPath(link, origin);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(notificationPath(path, origin)).toBe(path);
      }),
    );
    for (const link of [
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'https://club.example//evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
    ])
      expect(notificationPath(link, origin)).toBe('/');
  });
});

describe('opening the app', () => {
  /** A page that records its calls. */
  function page(visibilityState: DocumentVisibilityState, messages: unknown[]) {
    return {
      visibilityState,
      focus: () => Promise.resolve(messages.push('focus')),
      postMessage: (message: unknown) => messages.push(message),
    };
  }
  const clientsOf = (pages: unknown[], opened: string[]) =>
    ({
      matchAll: () => Promise.resolve(pages),
      openWindow: (path: string) => Promise.resolve(opened.push(path)),
    }) as unknown as Parameters<typeof openApp>[0];

  test('continues in the visible page, without reloading it', async () => {
    const [hidden, visible, opened]: [unknown[], unknown[], string[]] = [[], [], []];
    const clients = clientsOf([page('hidden', hidden), page('visible', visible)], opened);
    await openApp(clients, '/leads/1');
    expect(visible).toEqual(['focus', { type: 'OPEN', path: '/leads/1' }]);
    expect([hidden, opened]).toEqual([[], []]);
  });

  test('uses a hidden page if there is one, and otherwise opens a new page', async () => {
    const [hidden, opened]: [unknown[], string[]] = [[], []];
    await openApp(clientsOf([page('hidden', hidden)], opened), '/leads/1');
    expect(hidden).toHaveLength(2);
    await openApp(clientsOf([], opened), '/leads/2');
    expect(opened).toEqual(['/leads/2']);
  });
});
