import { msg } from '@lingui/core/macro';
import { Users } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { operatorsSearch } from './operators-search.ts';

export const operatorsScreens: readonly ConsoleScreen[] = [
  {
    path: '/operators',
    title: msg`Operators`,
    icon: Users,
    right: 'operators.manage',
    group: 'system',
    inNavigation: true,
    search: operatorsSearch,
    load: () =>
      import('./operators-screen.tsx').then(({ OperatorsScreen }) => ({ Screen: OperatorsScreen })),
  },
];
