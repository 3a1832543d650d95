import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { useDeviceSettings } from '#src/data/use-device.ts';
import { useUnsentTotal } from '#src/data/use-unsent-total.ts';
import { linkTo } from '#src/link-to.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { NavBar } from '#src/ui/nav-bar.tsx';
import { isWithin, navigationItems } from './navigation-items.tsx';

/** The bottom bar, or the rail from 900 px. */
export function AppNavigation() {
  const { t, i18n } = useLingui();
  const settings = useDeviceSettings();
  const unsent = useUnsentTotal();
  const unsentWords = t`${plural(unsent, { one: '# item not sent yet', other: '# items not sent yet' })}`;
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <NavBar
      label={t`Main`}
      top={<Logo />}
      items={navigationItems.map(({ id, label, icon, path, covers, counts, main = false }) => ({
        id,
        label: i18n._(label),
        icon,
        main,
        ...(counts === 'unsent' && unsent > 0 && { count: unsent, unread: unsentWords }),
        current: isWithin(pathname, covers),
        ...linkTo(path(settings)),
      }))}
    />
  );
}
