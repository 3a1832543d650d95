import { msg } from '@lingui/core/macro';
import { Flag } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { countrySearch, firstSettingsSearch } from './country-search.ts';

export const countryScreens: readonly ConsoleScreen[] = [
  {
    path: '/country',
    title: msg`Country`,
    icon: Flag,
    right: 'settings.read',
    group: 'programme',
    inNavigation: true,
    search: countrySearch,
    load: () =>
      import('./country-screen.tsx').then(({ CountryScreen }) => ({ Screen: CountryScreen })),
  },
  {
    path: '/country/first-settings',
    title: msg`First settings`,
    icon: Flag,
    right: 'settings.edit',
    group: 'programme',
    inNavigation: false,
    search: firstSettingsSearch,
    load: () =>
      import('./first-settings-screen.tsx').then(({ FirstSettingsScreen }) => ({
        Screen: FirstSettingsScreen,
      })),
  },
];
