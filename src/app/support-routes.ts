import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

const framed = {
  access: 'signed_in',
  header: 'shell',
  navigation: true,
  back: paths.menu(),
} as const;

/** Support chats; part of the route table. */
export const supportRoutes: readonly RouteEntry[] = [
  {
    ...framed,
    path: '/support/chat',
    list: true,
    screen: async () => (await import('../features/support/chats-screen.tsx')).ChatsScreen,
  },
  {
    ...framed,
    path: '/support/chat/',
    within: '/support/chat',
    screen: async () =>
      (await import('../features/support/chats-index-screen.tsx')).ChatsIndexScreen,
  },
  {
    ...framed,
    path: '/support/chat/new',
    search: v.object({ project: v.fallback(v.optional(uuid), undefined) }),
    screen: async () => (await import('../features/support/new-chat-screen.tsx')).NewChatScreen,
  },
  {
    ...framed,
    path: '/support/chat/$uuid',
    within: '/support/chat',
    back: paths.supportChats(),
    screen: async () => (await import('../features/support/chat-screen.tsx')).ChatScreen,
  },
];
