import { msg } from '@lingui/core/macro';
import { ScanSearch } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';

export const reviewScreens: readonly ConsoleScreen[] = [
  {
    path: '/review',
    title: msg`Review`,
    icon: ScanSearch,
    right: 'review.read',
    group: 'work',
    inNavigation: true,
    load: () =>
      import('./review-screen.tsx').then(({ ReviewScreen }) => ({ Screen: ReviewScreen })),
  },
];
