import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useAvatarSource } from '#src/data/account/use-avatar-source.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { railSections } from '#src/data/text/menu-sections.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkSlot } from '#src/ui/links.tsx';
import { NavBarLink } from '#src/ui/layout/nav-bar.tsx';
import { isPathWithin } from './app-navigation.tsx';

/** App sections on the desktop rail; on a phone they are in the menu. */
export function RailSections() {
  const { i18n } = useLingui();
  const canSee = useCanSee();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <>
      <ul className="mt-1 grid border-t border-line px-2 pt-2">
        {railSections
          .filter(({ link }) => canSee(link))
          .map(({ link, title, icon }) => (
            <NavBarLink
              key={link.to}
              item={{
                id: link.to,
                label: i18n._(title),
                icon,
                isCurrent: isPathWithin(pathname, link.to),
                ...linkTo(link),
              }}
            />
          ))}
      </ul>
      <Person />
    </>
  );
}

/** Signed-in user and settings link at the bottom of the rail. */
function Person() {
  const { t } = useLingui();
  const self = useSingleton('self');
  const picture = useAvatarSource();
  if (!self) return null;
  const name = `${self.name} ${self.surname}`;
  return (
    <div className="sticky bottom-0 mt-auto flex flex-col items-center gap-1 bg-surface-raised p-2 wide:flex-row">
      <LinkSlot
        target={linkTo(paths.user())}
        className="flex min-h-target min-w-0 items-center gap-2.5 rounded-control px-1.5 -outline-offset-2! hover:bg-surface-sunken wide:flex-1"
      >
        <span className="shrink-0 *:size-10! *:rounded-chip! *:text-small!">
          <Avatar name={name} src={picture} />
        </span>
        <span className="sr-only min-w-0 wide:not-sr-only wide:flex-1">
          <span className="block truncate text-[0.9375rem] leading-tight font-semibold">
            {name}
          </span>
          <span className="block truncate text-caption text-ink-soft">{self.company.name}</span>
        </span>
      </LinkSlot>
      <IconButton label={t`Settings`} icon={<Settings />} {...linkTo(paths.settings())} />
    </div>
  );
}
