import { msg } from '@lingui/core/macro';
import { ScanSearch, PackageX } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { heldLotsSearch } from './held-lots-search.ts';
import { reviewSearch } from './review-search.ts';

export const reviewScreens: readonly ConsoleScreen[] = [
  {
    path: '/review',
    title: msg`Review`,
    icon: ScanSearch,
    right: 'review.read',
    group: 'work',
    inNavigation: true,
    search: reviewSearch,
    load: () =>
      import('./review-screen.tsx').then(({ ReviewScreen }) => ({ Screen: ReviewScreen })),
  },
  {
    path: '/held-lots',
    title: msg`Held lots`,
    icon: PackageX,
    right: 'review.read',
    group: 'work',
    inNavigation: true,
    search: heldLotsSearch,
    load: () =>
      import('./held-lots-screen.tsx').then(({ HeldLotsScreen }) => ({ Screen: HeldLotsScreen })),
  },
];
