import { msg } from '@lingui/core/macro';
import { House } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';

export const todayScreens: readonly ConsoleScreen[] = [
  {
    path: '/',
    title: msg`Today`,
    icon: House,
    right: null,
    group: 'work',
    inNavigation: true,
    load: () => import('./today-screen.tsx').then(({ TodayScreen }) => ({ Screen: TodayScreen })),
  },
];
