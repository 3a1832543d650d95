import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Bell, HardHat, House, Menu, ScanLine } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { DeviceSettings } from '#src/data/device/device-settings.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import {
  useCapturedTotal,
  useUnsentExceptCapturedTotal,
  useUnreadTotal,
} from '#src/data/live/badge-totals.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { brand } from '#brand';
import { Logo } from '#src/ui/media/logo.tsx';
import { NavBar } from '#src/ui/layout/nav-bar.tsx';

/** One item of the navigation bar. */
interface NavigationItem {
  id: string;
  label: MessageDescriptor;
  /** Longer label for the desktop rail. */
  deskLabel?: MessageDescriptor;
  icon: ReactNode;
  link: (settings: DeviceSettings) => AppLink;
  /** The item is current on this path and below it. */
  basePath: string;
  /** True for the raised button in the middle. */
  isMain?: true;
  /** Total shown as the item's badge. */
  badge?: 'unsent' | 'captured' | 'unread';
}

/** Navigation items in order (spec 1 §2). */
export const navigationItems: readonly NavigationItem[] = [
  { id: 'home', label: msg`Home`, icon: <House />, link: paths.home, basePath: '/' },
  {
    id: 'projects',
    label: msg`Projects`,
    icon: <HardHat />,
    link: () => paths.projects(),
    basePath: '/projects',
    badge: 'unsent',
  },
  {
    id: 'scan',
    label: msg`Scan`,
    deskLabel: msg`Add product`,
    icon: <ScanLine />,
    // The specification lets the target be configured; the default is the camera.
    link: (settings) => ({ to: settings.addProductLink }),
    basePath: '/scan',
    isMain: true,
    badge: 'captured',
  },
  {
    id: 'notifications',
    label: msg`Notifications`,
    icon: <Bell />,
    link: paths.notifications,
    basePath: '/notifications',
    badge: 'unread',
  },
  { id: 'menu', label: msg`Menu`, icon: <Menu />, link: paths.menu, basePath: '/menu' },
];

/** True if the path is `basePath` or below it; the home path only matches itself. */
export function isPathWithin(pathname: string, basePath: string): boolean {
  if (basePath === '/') return pathname === '/';
  return pathname === basePath || pathname.startsWith(`${basePath}/`);
}

/** Logo, with the brand name on the wide rail. */
function RailTop() {
  return (
    <span className="flex items-center gap-3">
      <Logo />
      <span className="hidden font-display font-semibold wide:block">{brand.name}</span>
    </span>
  );
}

interface AppNavigationProps {
  /** Receives the rail's slot for sections that need the account. */
  sectionsRef: Ref<HTMLDivElement>;
}

/** The bottom bar, or the rail from 900 px. */
export function AppNavigation({ sectionsRef }: AppNavigationProps) {
  const { t, i18n } = useLingui();
  const settings = useDeviceSettings();
  const isDesktop = useIsDesktop();
  const unsent = useUnsentExceptCapturedTotal();
  const capturedCount = useCapturedTotal();
  const unreadCount = useUnreadTotal();
  // The labels have the same texts as the to-dos on the home screen.
  const badges = {
    unsent: {
      count: unsent,
      countLabel: t`${plural({ count: unsent }, { one: '# item not sent yet', other: '# items not sent yet' })}`,
    },
    captured: {
      count: capturedCount,
      countLabel: t`${plural({ count: capturedCount }, { one: '# product isn’t in a project yet', other: '# products aren’t in a project yet' })}`,
    },
    unread: {
      count: unreadCount,
      countLabel: t`${plural(unreadCount, { one: '# unread', other: '# unread' })}`,
    },
  };
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <NavBar
      label={t`Main`}
      top={<RailTop />}
      sectionsRef={sectionsRef}
      items={navigationItems.map((item) => {
        const { id, label, deskLabel = label, icon, link, basePath, badge, isMain = false } = item;
        const { count, countLabel } = (badge && badges[badge]) ?? { count: 0, countLabel: '' };
        return {
          id,
          label: i18n._(isDesktop ? deskLabel : label),
          icon,
          isMain,
          ...(count > 0 && { count, unreadLabel: countLabel, ringsBell: badge === 'unread' }),
          isCurrent: isPathWithin(pathname, basePath),
          ...linkTo(link(settings)),
        };
      })}
    />
  );
}
