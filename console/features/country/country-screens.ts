import { msg } from '@lingui/core/macro';
import { Flag } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { countrySearch } from './country-search.ts';

export const countryScreens: readonly ConsoleScreen[] = [
  {
    path: '/country',
    title: msg`Country`,
    icon: Flag,
    right: 'settings.read',
    group: 'programme',
    inNavigation: true,
    hasCountry: true,
    search: countrySearch,
    load: () =>
      import('./country-screen.tsx').then(({ CountryScreen }) => ({ Screen: CountryScreen })),
  },
];
