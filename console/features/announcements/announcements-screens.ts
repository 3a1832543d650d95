import { msg } from '@lingui/core/macro';
import { Megaphone } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { announcementSearch, announcementsSearch } from './announcements-search.ts';

export const announcementsScreens: readonly ConsoleScreen[] = [
  {
    path: '/announcements',
    title: msg`Announcements`,
    icon: Megaphone,
    right: 'content.read',
    group: 'programme',
    inNavigation: true,
    search: announcementsSearch,
    load: () =>
      import('./announcements-screen.tsx').then(({ AnnouncementsScreen }) => ({
        Screen: AnnouncementsScreen,
      })),
  },
  {
    path: '/announcements/$id',
    title: msg`Announcement`,
    icon: Megaphone,
    right: 'content.read',
    group: 'programme',
    inNavigation: false,
    search: announcementSearch,
    load: () =>
      import('./announcement-screen.tsx').then(({ AnnouncementScreen }) => ({
        Screen: AnnouncementScreen,
      })),
  },
];
