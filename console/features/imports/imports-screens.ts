import { msg } from '@lingui/core/macro';
import { FileInput } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { importSearch, importsSearch } from './imports-search.ts';

export const importsScreens: readonly ConsoleScreen[] = [
  {
    path: '/imports',
    title: msg`Imports`,
    icon: FileInput,
    right: 'imports.run',
    group: 'programme',
    inNavigation: true,
    search: importsSearch,
    load: () =>
      import('./imports-screen.tsx').then(({ ImportsScreen }) => ({ Screen: ImportsScreen })),
  },
  {
    path: '/imports/$id',
    title: msg`Import`,
    icon: FileInput,
    right: 'imports.run',
    group: 'programme',
    inNavigation: false,
    search: importSearch,
    load: () =>
      import('./import-screen.tsx').then(({ ImportScreen }) => ({ Screen: ImportScreen })),
  },
];
