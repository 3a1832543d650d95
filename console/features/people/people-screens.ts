import { msg } from '@lingui/core/macro';
import { HardHat } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { peopleSearch, personSearch } from './people-search.ts';

export const peopleScreens: readonly ConsoleScreen[] = [
  {
    path: '/people',
    title: msg`People`,
    icon: HardHat,
    right: 'companies.read',
    group: 'programme',
    inNavigation: true,
    search: peopleSearch,
    load: () =>
      import('./people-screen.tsx').then(({ PeopleScreen }) => ({ Screen: PeopleScreen })),
  },
  {
    path: '/people/$id',
    title: msg`Person`,
    icon: HardHat,
    right: 'companies.read',
    group: 'programme',
    inNavigation: false,
    search: personSearch,
    load: () =>
      import('./person-screen.tsx').then(({ PersonScreen }) => ({ Screen: PersonScreen })),
  },
];
