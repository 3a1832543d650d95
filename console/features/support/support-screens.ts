import { msg } from '@lingui/core/macro';
import { MessagesSquare } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { supportSearch } from './support-search.ts';

export const supportScreens: readonly ConsoleScreen[] = [
  {
    path: '/support',
    title: msg({ message: 'Support', context: 'console' }),
    icon: MessagesSquare,
    right: 'support.read',
    group: 'work',
    inNavigation: true,
    search: supportSearch,
    load: () =>
      import('./support-screen.tsx').then(({ SupportScreen }) => ({ Screen: SupportScreen })),
  },
];
