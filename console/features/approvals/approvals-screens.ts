import { msg } from '@lingui/core/macro';
import { BadgeCheck } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { approvalsSearch } from './approvals-search.ts';

export const approvalsScreens: readonly ConsoleScreen[] = [
  {
    path: '/approvals',
    title: msg`Approvals`,
    icon: BadgeCheck,
    right: 'approvals.decide',
    group: 'work',
    inNavigation: true,
    search: approvalsSearch,
    load: () =>
      import('./approvals-screen.tsx').then(({ ApprovalsScreen }) => ({ Screen: ApprovalsScreen })),
  },
];
