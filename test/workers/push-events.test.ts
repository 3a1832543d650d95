import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openApp, pathOf, readPush } from '#workers/push-events.ts';

describe('what is pushed', () => {
  test('is shown with its words, and leads where it says', () => {
    const message = { title: 'New lead', body: 'Kraków', link: '/leads/abc' };
    const shown = { title: 'New lead', body: 'Kraków', path: '/leads/abc' };
    expect(readPush(JSON.stringify(message), 'club')).toEqual(shown);
  });

  test('without a link leads to the notifications', () => {
    const shown = readPush(JSON.stringify({ title: 'Hello', body: '' }), 'club');
    expect(shown.path).toBe('/notifications');
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
  ])(
    'that can’t be read, or leads out of the app, is shown without words of its own: %s',
    (text) => {
      expect(readPush(text, 'club')).toEqual({ title: 'club', body: '', path: '/notifications' });
    },
  );
});

describe('where a notification leads (security 18)', () => {
  const origin = 'https://club.example';

  test('within the app', () => {
    expect(pathOf('/leads/abc?a=1', origin)).toBe('/leads/abc?a=1');
    expect(pathOf('https://club.example/projects/1', origin)).toBe('/projects/1');
  });

  test('never out of it, whatever it carries', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.anything()), (link) => {
        const path = pathOf(link, origin);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(pathOf(path, origin)).toBe(path);
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
      expect(pathOf(link, origin)).toBe('/');
  });
});

describe('opening the app', () => {
  /** A page that notes what is done with it. */
  function page(visibilityState: DocumentVisibilityState, done: unknown[]) {
    return {
      visibilityState,
      focus: () => Promise.resolve(done.push('focus')),
      postMessage: (message: unknown) => done.push(message),
    };
  }
  const clientsOf = (pages: unknown[], opened: string[]) =>
    ({
      matchAll: () => Promise.resolve(pages),
      openWindow: (path: string) => Promise.resolve(opened.push(path)),
    }) as unknown as Parameters<typeof openApp>[0];

  test('goes on in the page that is seen, without loading it anew', async () => {
    const [hidden, seen, opened]: [unknown[], unknown[], string[]] = [[], [], []];
    const clients = clientsOf([page('hidden', hidden), page('visible', seen)], opened);
    await openApp(clients, '/leads/1');
    expect(seen).toEqual(['focus', { type: 'OPEN', path: '/leads/1' }]);
    expect([hidden, opened]).toEqual([[], []]);
  });

  test('takes a hidden page rather than a new one, and a new one where there is none', async () => {
    const [hidden, opened]: [unknown[], string[]] = [[], []];
    await openApp(clientsOf([page('hidden', hidden)], opened), '/leads/1');
    expect(hidden).toHaveLength(2);
    await openApp(clientsOf([], opened), '/leads/2');
    expect(opened).toEqual(['/leads/2']);
  });
});
