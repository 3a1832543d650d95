import { msg } from '@lingui/core/macro';
import { BadgeCheck, ListX, MailX, Timer } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';

export const systemScreens: readonly ConsoleScreen[] = [
  {
    path: '/failed-messages',
    title: msg`Failed messages`,
    icon: MailX,
    right: 'audit.read',
    group: 'system',
    inNavigation: true,
    load: () =>
      import('./failed-messages-screen.tsx').then(({ FailedMessagesScreen }) => ({
        Screen: FailedMessagesScreen,
      })),
  },
  {
    path: '/jobs',
    title: msg`Jobs`,
    icon: Timer,
    right: 'operators.manage',
    group: 'system',
    inNavigation: true,
    load: () => import('./jobs-screen.tsx').then(({ JobsScreen }) => ({ Screen: JobsScreen })),
  },
  {
    path: '/device-errors',
    title: msg`Device errors`,
    icon: ListX,
    right: 'operators.manage',
    group: 'system',
    inNavigation: true,
    load: () =>
      import('./device-errors-screen.tsx').then(({ DeviceErrorsScreen }) => ({
        Screen: DeviceErrorsScreen,
      })),
  },
  {
    path: '/system-health',
    title: msg`Health`,
    icon: BadgeCheck,
    right: 'operators.manage',
    group: 'system',
    inNavigation: true,
    load: () =>
      import('./health-screen.tsx').then(({ HealthScreen }) => ({ Screen: HealthScreen })),
  },
];
