import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useDeviceSettings } from '#src/data/use-device.ts';
import { linkTo } from '#src/link-to.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { NavBar } from '#src/ui/nav-bar.tsx';
import { isWithin, navigationItems } from './navigation-items.tsx';

/** The bottom bar, or the rail from 900 px. */
export function AppNavigation() {
  const { t, i18n } = useLingui();
  const settings = useDeviceSettings();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <NavBar
      label={t`Main`}
      top={<Logo />}
      items={navigationItems.map(({ id, label, icon, path, covers, main = false }) => ({
        id,
        label: i18n._(label),
        icon,
        main,
        current: isWithin(pathname, covers),
        ...linkTo(path(settings)),
      }))}
    />
  );
}
