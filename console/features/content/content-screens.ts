import { msg } from '@lingui/core/macro';
import { Newspaper } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { contentSearch, contentsSearch } from './content-search.ts';

export const contentScreens: readonly ConsoleScreen[] = [
  {
    path: '/content',
    title: msg`News and tutorials`,
    icon: Newspaper,
    right: 'content.read',
    group: 'programme',
    inNavigation: true,
    search: contentsSearch,
    load: () =>
      import('./contents-screen.tsx').then(({ ContentsScreen }) => ({ Screen: ContentsScreen })),
  },
  {
    path: '/content/$id',
    title: msg`News and tutorials`,
    icon: Newspaper,
    right: 'content.read',
    group: 'programme',
    inNavigation: false,
    search: contentSearch,
    load: () =>
      import('./content-screen.tsx').then(({ ContentScreen }) => ({ Screen: ContentScreen })),
  },
];
