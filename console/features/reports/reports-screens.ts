import { msg } from '@lingui/core/macro';
import { ChartColumn } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { reportsSearch } from './reports-search.ts';

export const reportsScreens: readonly ConsoleScreen[] = [
  {
    path: '/reports',
    title: msg`Reports`,
    icon: ChartColumn,
    right: 'reports.read',
    group: 'programme',
    inNavigation: true,
    search: reportsSearch,
    load: () =>
      import('./reports-screen.tsx').then(({ ReportsScreen }) => ({ Screen: ReportsScreen })),
  },
];
