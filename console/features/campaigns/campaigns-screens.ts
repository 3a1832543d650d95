import { msg } from '@lingui/core/macro';
import { Sparkles } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { campaignSearch, campaignsSearch } from './campaigns-search.ts';

export const campaignsScreens: readonly ConsoleScreen[] = [
  {
    path: '/campaigns',
    title: msg`Campaigns`,
    icon: Sparkles,
    right: 'points.read',
    group: 'programme',
    inNavigation: true,
    search: campaignsSearch,
    load: () =>
      import('./campaigns-screen.tsx').then(({ CampaignsScreen }) => ({ Screen: CampaignsScreen })),
  },
  {
    path: '/campaigns/$id',
    title: msg`Campaign`,
    icon: Sparkles,
    right: 'points.read',
    group: 'programme',
    inNavigation: false,
    search: campaignSearch,
    load: () =>
      import('./campaign-screen.tsx').then(({ CampaignScreen }) => ({ Screen: CampaignScreen })),
  },
];
